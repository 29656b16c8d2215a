import { reason } from '@shared/reasons/reasons';
import { FileKey2 } from 'lucide-react';
import { useId, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorOf } from '../../form/field-error';
import { useField } from '../../form/use-field';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import styles from './kit-file-field.module.css';
import type { KitForm, KitValues } from './use-open-kit';

/** A kit has about 500 bytes. Of a larger file, only this much is read. */
const readBytes = 16_384;

/** The digits that are also on the printed words, so that the user can see that both belong together. */
const checkIn = (text: string) => /"check":\s*"([0-9A-F]{4})([0-9A-F]{4})"/.exec(text)?.slice(1).join(' ');

const notAKit = { text: '', reason: reason('kit_not_a_kit') };

/** Chooses the kit's file. Shows its name and check digits, or that it is not a kit. */
export function KitFileField({ form }: { form: KitForm }) {
  const { t } = useTranslation();
  const { ref, value: text, message } = useField<KitValues, string>(form, 'file');
  const [name, setName] = useState<string | null>(null);
  const said = useId();
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const text = await chosen.slice(0, readBytes).text();
    setName(chosen.name);
    form.setValue('file', text);
    if (checkIn(text)) form.clearErrors('file');
    else form.setError('file', errorOf(notAKit), { shouldFocus: true });
  };
  const check = checkIn(text);
  return (
    <div>
      <div className={styles.row}>
        <FileTrigger onSelect={(files) => void read(files?.[0])}>
          <Button ref={ref} size="input" icon={<Icon of={FileKey2} />} aria-describedby={said} autoFocus>
            {t('recoveryKit.chooseFile')}
          </Button>
        </FileTrigger>
        <span id={said} className={styles.chosen} role="status">
          {name === null ? t('recoveryKit.noFile') : check ? t('recoveryKit.chosen', { name, check }) : name}
        </span>
      </div>
      {message !== undefined && <FormMessage>{message}</FormMessage>}
    </div>
  );
}
