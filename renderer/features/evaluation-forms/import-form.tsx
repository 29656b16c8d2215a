import { evaluationFormApi } from '@shared/contract/evaluation-forms';
import type { BodyOf } from '@shared/contract/operation';
import { useMutation } from '@tanstack/react-query';
import { Import } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByForm } from '../../api/cache/evaluation-forms';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import styles from './import-form.module.css';
import { usePathText } from './path-text';

type Body = BodyOf<typeof evaluationFormApi.create>;

/** More than the largest form has. */
const maxBytes = 16_000_000;

class NotAForm extends Error {}

async function read(file: File): Promise<Body> {
  if (file.size > maxBytes) throw new NotAForm();
  const content: unknown = await file
    .text()
    .then(JSON.parse)
    .catch(() => null);
  if (typeof content !== 'object' || content === null || !('evaluation_form' in content)) throw new NotAForm();
  return content as Body;
}

/** Adds a form from an exported file. A refused one says what is wrong where. */
export function ImportForm({ unavailable }: { unavailable: string | undefined }) {
  const { t } = useTranslation();
  const bring = useMutation({
    gcTime: 0,
    mutationFn: async (file: File) => api(evaluationFormApi.create, { body: await read(file) }),
    onSuccess: (_, { name }) => {
      toast(t('forms.imported', { name }));
      return refresh(changedByForm);
    },
  });
  const button = (
    <Button busy={bring.isPending} unavailable={unavailable} icon={<Icon of={Import} />}>
      {t('forms.import')}
    </Button>
  );
  if (unavailable !== undefined) return button;
  return (
    <>
      <FileTrigger
        acceptedFileTypes={['.json', 'application/json']}
        onSelect={(files) => files?.[0] && bring.mutate(files[0])}
      >
        {button}
      </FileTrigger>
      <Dialog
        open={bring.error !== null}
        onClose={bring.reset}
        role="alertdialog"
        title={t('forms.notImported', { name: bring.variables?.name })}
        actions={
          <Button autoFocus onPress={bring.reset}>
            {t('forms.close')}
          </Button>
        }
      >
        {bring.error && <WhyNot error={bring.error} />}
      </Dialog>
    </>
  );
}

/** Where several parts are wrong, the first ones are named. */
const named = 5;

function WhyNot({ error }: { error: Error }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const say = useSaid();
  const pathText = usePathText();
  if (error instanceof NotAForm) return <p>{t('forms.notAForm')}</p>;
  const details = isRefusal(error) ? Object.entries(error.details) : [];
  if (details.length === 0) return <p>{refusalText(error)}</p>;
  return (
    <dl className={styles.details}>
      {details.slice(0, named).map(([path, said]) => (
        <div key={path}>
          <dt>{pathText(path)}</dt>
          <dd>{say(said)}</dd>
        </div>
      ))}
      {details.length > named && <p>{t('forms.moreWrong', { count: details.length - named })}</p>}
    </dl>
  );
}
