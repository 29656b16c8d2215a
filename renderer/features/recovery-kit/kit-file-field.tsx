import { FileKey2 } from 'lucide-react';
import { useId, useRef } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useMessage } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import styles from './kit-file-field.module.css';

export type KitFile = { name: string; text: string };

/** A kit is about 500 bytes. More than this of any other file is not read. */
const readBytes = 16_384;

/** The digits that also stand on the printed words, so that both can be told to belong together. */
const checkIn = (text: string) => /"check":\s*"([0-9A-F]{4})([0-9A-F]{4})"/.exec(text)?.slice(1).join(' ');

type Props = { file: KitFile | null; onChange: (file: KitFile) => void; message: string | undefined };

/** Chooses the kit's file; shows its name and check digits, or that it is no kit. */
export function KitFileField({ file, onChange, message }: Props) {
  const { t } = useTranslation();
  const messageOf = useMessage();
  const button = useRef<HTMLButtonElement>(null);
  const said = useId();
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const text = await chosen.slice(0, readBytes).text();
    onChange({ name: chosen.name, text });
    if (!checkIn(text)) button.current?.focus();
  };
  const check = file && checkIn(file.text);
  const wrong = message ?? (file && !check ? messageOf('This file is not a recovery kit') : undefined);
  return (
    <div data-invalid={wrong !== undefined || undefined}>
      <div className={styles.row}>
        <FileTrigger onSelect={(files) => void read(files?.[0])}>
          <Button
            ref={button}
            size="input"
            icon={<FileKey2 size={16} strokeWidth={1.75} aria-hidden="true" />}
            aria-describedby={said}
            autoFocus
          >
            {t('recoveryKit.chooseFile')}
          </Button>
        </FileTrigger>
        <span id={said} className={styles.chosen} role="status">
          {file === null
            ? t('recoveryKit.noFile')
            : check
              ? t('recoveryKit.chosen', { name: file.name, check })
              : file.name}
        </span>
      </div>
      {wrong !== undefined && <FormMessage>{wrong}</FormMessage>}
    </div>
  );
}
