import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal } from '../../api/refusal';
import { useMessage, useRefusalText } from '../../i18n/use-message';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { type KitFile, KitFileField } from './kit-file-field';
import styles from './recovery-kit-dialog.module.css';
import { useOpenKit } from './use-open-kit';
import { noWords, WordFields } from './word-fields';

const form = 'open-kit';

/** Takes the file of a recovery kit and its seven words. What is wrong is said where it was entered. */
export function OpenKitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const message = useMessage();
  const fields = useRef<HTMLFormElement>(null);
  const [file, setFile] = useState<KitFile | null>(null);
  const [words, setWords] = useState(noWords);
  const opening = useOpenKit(onClose);

  const details = isRefusal(opening.error) ? opening.error.details : {};
  const ofForm = Object.keys(details).some((field) => /^(file|words\.\d)$/.test(field)) ? undefined : opening.error;
  useEffect(() => {
    if (opening.error)
      fields.current?.querySelector<HTMLElement>('[data-invalid] button, [aria-invalid=true]')?.focus();
  }, [opening.error]);

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('recoveryKit.openTitle')}
      width={560}
      firm
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" form={form} look="ink" busy={opening.isPending}>
            {t('recoveryKit.open')}
          </Button>
        </>
      }
    >
      <p>{t('recoveryKit.openText')}</p>
      <form
        ref={fields}
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          opening.mutate({ file: file?.text ?? '', words });
        }}
        noValidate
      >
        <KitFileField
          file={file}
          onChange={(chosen) => {
            opening.reset();
            setFile(chosen);
          }}
          message={message(details.file)}
        />
        <WordFields words={words} onChange={setWords} messageOf={(place) => message(details[`words.${place}`])} />
        {ofForm && <FormMessage>{message(details.words) ?? refusalText(ofForm)}</FormMessage>}
      </form>
    </Dialog>
  );
}
