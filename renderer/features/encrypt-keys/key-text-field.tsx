import { FileKey2 } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../form/fields';
import { type FieldProps, useField } from '../../form/use-field';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import styles from './key-text-field.module.css';

/** A key has a few kilobytes. Of a larger file, only this much is read. */
const readBytes = 65_536;

/** The text of a key, pasted or read from a file. */
export function KeyTextField<T extends FieldValues>({ form, name, ...shown }: FieldProps<T, string>) {
  const { t } = useTranslation();
  const { onChange } = useField<T, string>(form, name);
  const read = async (file: File | undefined) => file && onChange(await file.slice(0, readBytes).text());
  return (
    <div className={styles.field}>
      <LongText form={form} name={name} {...shown} />
      <FileTrigger onSelect={(files) => void read(files?.[0])}>
        <Button icon={<Icon of={FileKey2} />} aria-label={t('encryptKeys.fileOf', { field: shown.label })}>
          {t('encryptKeys.chooseFile')}
        </Button>
      </FileTrigger>
    </div>
  );
}
