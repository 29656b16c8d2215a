import { FileKey2 } from 'lucide-react';
import { useId } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import styles from './kit-file-field.module.css';

export type KitFile = { name: string; text: string };

/** A kit is about 500 bytes. More than this of any other file is not read. */
const readBytes = 16_384;

/** The digits that also stand on the printed words, so that both can be told to belong together. */
const checkIn = (text: string) => /"check":\s*"([0-9A-F]{4})([0-9A-F]{4})"/.exec(text)?.slice(1).join(' ');

type Props = { file: KitFile | null; onChange: (file: KitFile) => void; message: string | undefined };

/** Chooses the kit's file; shows its name and check digits. */
export function KitFileField({ file, onChange, message }: Props) {
  const { t } = useTranslation();
  const said = useId();
  const read = async (chosen: File | undefined) => {
    if (chosen) onChange({ name: chosen.name, text: await chosen.slice(0, readBytes).text() });
  };
  const check = file && checkIn(file.text);
  return (
    <div>
      <div className={styles.row}>
        <FileTrigger onSelect={(files) => void read(files?.[0])}>
          <Button
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
      {message !== undefined && <FormMessage>{message}</FormMessage>}
    </div>
  );
}
