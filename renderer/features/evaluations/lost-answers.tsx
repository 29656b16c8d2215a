import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import type { ScoredForm } from '../scorecard';
import { sectionComment, wholeComment } from './comments';
import type { Draft } from './draft';
import styles from './lost-answers.module.css';
import { discardDraft, keptAnswers, openDraftOf } from './open-drafts';

type Props = { report_id: string; form: ScoredForm };

/** Answers that came too late: the evaluation is closed, or someone else's. They cannot be saved. */
export function LostAnswers({ report_id, form }: Props) {
  const [draft, setDraft] = useState(() => openDraftOf(report_id));
  const [kept, setKept] = useState(() => keptAnswers(report_id));
  const discard = () => {
    discardDraft(report_id);
    setDraft(undefined);
    setKept([]);
  };
  if (draft) return <LostOfDraft draft={draft} form={form} onDiscard={discard} />;
  return <Lost names={kept.map(([name]) => name)} form={form} onDiscard={discard} />;
}

type LostProps = { form: ScoredForm; onDiscard: () => void };

function LostOfDraft({ draft, ...shown }: LostProps & { draft: Draft }) {
  const refused = useStore(draft.store, (state) => state.refused);
  return <Lost names={Object.keys(refused)} {...shown} />;
}

function Lost({ names, form, onDiscard }: LostProps & { names: readonly string[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (names.length === 0) return null;
  const titles = new Map<string, string>([[wholeComment, t('evaluations.commentOnWhole')]]);
  for (const { form_section_id, title, questions } of form.sections) {
    titles.set(sectionComment(form_section_id), t('evaluations.commentOnSection', { title }));
    for (const one of questions) titles.set(one.form_question_id, one.title);
  }
  return (
    <div className={styles.lost}>
      <FormMessage>
        {t('evaluations.lost', { names: format.list(names.flatMap((name) => titles.get(name) ?? [])) })}
      </FormMessage>
      <Button onPress={onDiscard}>{t('evaluations.discardLost')}</Button>
    </div>
  );
}
