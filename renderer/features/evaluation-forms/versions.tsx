import type { EvaluationForm } from '@shared/contract/evaluation-forms';
import { ArrowRight, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormRevision } from '../../core/form-revision';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { SelectField } from '../../ui/select-field';
import { differencesOf } from './compare';
import { draftOf, sentOf } from './designer/draft';
import type { Designer } from './designer/use-designer';
import { Differences } from './differences';
import styles from './versions.module.css';

type Props = { form: EvaluationForm; designer: Designer; readOnly: boolean };

const draftId = 'draft';

/** Every version of a form: compares two of them, or one with the draft, and goes back to one. */
export function Versions(props: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon={<Icon of={History} />} onPress={() => setOpen(true)}>
        {t('forms.versions')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('forms.versionsOf', { name: props.form.name })}
        width={560}
      >
        <Comparison {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Comparison({ form, designer, readOnly, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const { form_id, revision } = form;
  const { isChanged, draft } = designer;
  const [from, setFrom] = useState(isChanged ? revision : Math.max(1, revision - 1));
  const [to, setTo] = useState(isChanged ? draftId : String(revision));
  const before = useFormRevision(form_id, from);
  const stored = useFormRevision(form_id, to === draftId ? revision : Number(to));
  const after = to === draftId ? sentOf(draft) : stored.data;
  const revisions = Array.from({ length: revision }, (_, at) => revision - at).map((number) => ({
    id: String(number),
    name:
      number === revision ? t('forms.currentVersion', { revision: number }) : t('forms.version', { revision: number }),
  }));
  const error = before.error ?? stored.error;
  const use = () => {
    const content = before.data;
    if (content) designer.actions.edit(() => draftOf(content));
    onClose();
  };
  return (
    <div className={styles.versions}>
      <div className={styles.pair}>
        <SelectField
          label={t('forms.from')}
          value={String(from)}
          onChange={(id) => setFrom(Number(id))}
          choices={revisions}
        />
        <Icon of={ArrowRight} />
        <SelectField
          label={t('forms.to')}
          value={to}
          onChange={setTo}
          choices={isChanged ? [{ id: draftId, name: t('forms.draft') }, ...revisions] : revisions}
        />
      </div>
      {error && <FormMessage>{refusalText(error)}</FormMessage>}
      {before.data && after && <Differences all={differencesOf(before.data, after)} />}
      <div className={styles.actions}>
        {!readOnly && (isChanged || from !== revision) && (
          <Button onPress={use}>{t('forms.useVersion', { revision: from })}</Button>
        )}
        <Button look="ink" onPress={onClose}>
          {t('forms.close')}
        </Button>
      </div>
    </div>
  );
}
