import type { Operation } from '@shared/contract/operation';
import { type QueryKey, useMutation } from '@tanstack/react-query';
import { Import } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api, type Sent } from '../api/api';
import { isRefusal } from '../api/refusal';
import { refresh } from '../core/query-client';
import { useRefusalText } from '../i18n/use-refusal-text';
import { useSaid } from '../i18n/use-said';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { toast } from '../ui/toast';
import styles from './import-file.module.css';

type Props = {
  /** Adds a record as it was exported. */
  create: Operation;
  /** The property of the file that holds the record. */
  property: string;
  /** What to say about another file. */
  notOne: string;
  /** Data that changes with a record. */
  changed: readonly QueryKey[];
  unavailable: string | undefined;
  /** The name of a place in a record. */
  pathText: (path: string) => string;
};

/** More than the largest exported record has. */
const maxBytes = 16_000_000;

class NotOne extends Error {}

async function read(file: File, property: string): Promise<object> {
  if (file.size > maxBytes) throw new NotOne();
  const content: unknown = await file
    .text()
    .then(JSON.parse)
    .catch(() => null);
  if (typeof content !== 'object' || content === null || !(property in content)) throw new NotOne();
  return content;
}

/** Adds a record from an exported file. A refused one says what is wrong where. */
export function ImportFile({ create, property, notOne, changed, unavailable, pathText }: Props) {
  const { t } = useTranslation();
  const bring = useMutation({
    gcTime: 0,
    mutationFn: async (file: File) => {
      const body = await read(file, property);
      return api(create, { body } as unknown as Sent<Operation>);
    },
    onSuccess: (_, { name }) => {
      toast(t('form.imported', { name }));
      return refresh(changed);
    },
  });
  const button = (
    <Button busy={bring.isPending} unavailable={unavailable} icon={<Icon of={Import} />}>
      {t('form.import')}
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
        title={t('form.notImported', { name: bring.variables?.name })}
        actions={
          <Button autoFocus onPress={bring.reset}>
            {t('ui.close')}
          </Button>
        }
      >
        {bring.error && <WhyNot error={bring.error} notOne={notOne} pathText={pathText} />}
      </Dialog>
    </>
  );
}

/** Where several parts are wrong, the first ones are named. */
const named = 5;

function WhyNot({ error, notOne, pathText }: { error: Error } & Pick<Props, 'notOne' | 'pathText'>) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const say = useSaid();
  if (error instanceof NotOne) return <p>{notOne}</p>;
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
      {details.length > named && <p>{t('form.moreWrong', { count: details.length - named })}</p>}
    </dl>
  );
}
