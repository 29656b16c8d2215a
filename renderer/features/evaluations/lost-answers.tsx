import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import type { ScoredForm } from '../scorecard';
import { wholeComment } from './comments';
import type { Draft } from './draft';
import styles from './lost-answers.module.css';
import { discardDraft, openDraftOf } from './open-drafts';

type Props = { report_id: string; form: ScoredForm };

/** What its evaluator answered after someone else had closed the evaluation, and which nothing can save anymore. */
export function LostAnswers({ report_id, form }: Props) {
  const [draft, setDraft] = useState(() => openDraftOf(report_id));
  if (!draft) return null;
  const discard = () => {
    discardDraft(report_id);
    setDraft(undefined);
  };
  return <Lost draft={draft} form={form} onDiscard={discard} />;
}

function Lost({ draft, form, onDiscard }: { draft: Draft; form: ScoredForm; onDiscard: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const refused = useStore(draft.store, (state) => state.refused);
  const names = Object.keys(refused);
  if (names.length === 0) return null;
  const titles = new Map(
    form.sections.flatMap(({ questions }) => questions.map((one) => [one.form_question_id, one.title] as const)),
  );
  const comment = (name: string) => t(name === wholeComment ? 'evaluations.commentOnWhole' : 'evaluations.lostComment');
  return (
    <div className={styles.lost}>
      <FormMessage>
        {t('evaluations.lost', { names: format.list(names.map((name) => titles.get(name) ?? comment(name))) })}
      </FormMessage>
      <Button onPress={onDiscard}>{t('evaluations.discardLost')}</Button>
    </div>
  );
}
