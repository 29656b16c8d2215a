import { Identity } from '@shared/contract/packages';
import { useMutation } from '@tanstack/react-query';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { KeyCard } from './key-card';

/** The key of a person on another machine, as their identity file has it. */
export type Outside = Pick<Identity, 'fingerprint' | 'public_key'>;

type Props = {
  name: string;
  outside: Outside | undefined;
  onChange: (outside: Outside | undefined) => void;
  onClose: () => void;
};

const longest = 65_536;

/** The key in an identity file. The bars are drawn from the key itself, and not from what the file says about it. */
async function read(file: File): Promise<Outside> {
  const text = file.size > longest ? '' : await file.text();
  const { public_key, fingerprint } = Identity.parse(JSON.parse(text).identity);
  const der = Uint8Array.from(atob(public_key.replace(/-----[A-Z ]+-----|\s/g, '')), (one) => one.charCodeAt(0));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', der));
  const own = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  if (own !== fingerprint) throw new Error('The fingerprint is that of another key.');
  return { public_key, fingerprint };
}

/** Lets a person score on another machine: their identity file is opened, and its key compared with them. */
export function OutsidePerson({ name, outside, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const open = useMutation({ gcTime: 0, mutationFn: read });
  const known = open.data ?? outside;
  const take = () => {
    onChange(known);
    onClose();
  };
  const leave = () => {
    onChange(undefined);
    onClose();
  };
  return (
    <Dialog
      open
      firm
      width={560}
      onClose={onClose}
      title={t('calibrations.outsideTitle', { name })}
      actions={
        <>
          <Button onPress={outside ? leave : onClose}>
            {t(outside ? 'calibrations.here' : 'calibrations.cancel')}
          </Button>
          <Button look="ink" unavailable={known ? undefined : t('calibrations.identityMissing')} onPress={take}>
            {t('calibrations.outsideNow')}
          </Button>
        </>
      }
    >
      <p>{t('calibrations.outsideText', { name })}</p>
      {known && (
        <KeyCard name={name} fingerprint={known.fingerprint} text={t('calibrations.compareByPhone', { name })} />
      )}
      {open.error && <FormMessage>{t('calibrations.notIdentity')}</FormMessage>}
      <FileTrigger
        acceptedFileTypes={['.json', 'application/json']}
        onSelect={(files) => files?.[0] && open.mutate(files[0])}
      >
        <Button>{t('calibrations.openIdentity')}</Button>
      </FileTrigger>
    </Dialog>
  );
}
