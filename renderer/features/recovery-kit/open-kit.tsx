import { openRecoveryKit } from '@shared/contract/recovery-kit';
import { reason } from '@shared/reasons/reasons';
import { FileKey2 } from 'lucide-react';
import { type ClipboardEvent, useId, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { refresh } from '../../core/query-client';
import { errorOf, saidOf } from '../../form/field-error';
import { useApiForm } from '../../form/use-api-form';
import { type FormOf, useField } from '../../form/use-field';
import { useMessage } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { toast } from '../../ui/toast';
import kitFileField from './kit-file-field.module.css';
import styles from './recovery-kit-dialog.module.css';
import { WordField, Words } from './word-field';
import wordFields from './word-fields.module.css';

const useKitDialog = create<{ isOpen: boolean }>()(() => ({ isOpen: false }));

/** Removes the dialog with the words in it. */
export const closeKit = (): void => useKitDialog.setState({ isOpen: false });

/** The button that opens `KitDialog`, for an archive whose key is not in the keychain. */
export function OpenKit() {
  const { t } = useTranslation();
  return <Button onPress={() => useKitDialog.setState({ isOpen: true })}>{t('recoveryKit.openWith')}</Button>;
}

/**
 * The dialog. Mounted once next to the pages, because its buttons disappear with the page, or once the keychain has the
 * key.
 */
export function KitDialog() {
  const { isOpen } = useKitDialog();
  return isOpen && <OpenKitDialog onClose={closeKit} />;
}

const id = 'open-kit';

/** Asks for the file of a recovery kit and its seven words. An error appears at the field concerned. */
function OpenKitDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const form = useOpenKit(onClose);
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
          <Button type="submit" form={id} look="ink" busy={form.busy}>
            {t('recoveryKit.open')}
          </Button>
        </>
      }
    >
      <p>{t('recoveryKit.openText')}</p>
      <form id={id} className={styles.form} onSubmit={form.onSubmit} noValidate>
        <KitFileField form={form} />
        <WordFields form={form} />
        {form.said !== null && <FormMessage>{form.said}</FormMessage>}
      </form>
    </Dialog>
  );
}

/** A kit has about 500 bytes. Of a larger file, only this much is read. */
const readBytes = 16_384;

/** The digits that are also on the printed words, so that the user can see that both belong together. */
const checkIn = (text: string) => /"check":\s*"([0-9A-F]{4})([0-9A-F]{4})"/.exec(text)?.slice(1).join(' ');

const notAKit = { text: '', reason: reason('kit_not_a_kit') };

/** Chooses the kit's file. Shows its name and check digits, or that it is not a kit. */
function KitFileField({ form }: { form: KitForm }) {
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
      <div className={kitFileField.row}>
        <FileTrigger onSelect={(files) => void read(files?.[0])}>
          <Button ref={ref} size="input" icon={<Icon of={FileKey2} />} aria-describedby={said} autoFocus>
            {t('recoveryKit.chooseFile')}
          </Button>
        </FileTrigger>
        <span id={said} className={kitFileField.chosen} role="status">
          {name === null ? t('recoveryKit.noFile') : check ? t('recoveryKit.chosen', { name, check }) : name}
        </span>
      </div>
      {message !== undefined && <FormMessage>{message}</FormMessage>}
    </div>
  );
}

/** The words in a text that may be numbered, as on the printed card. */
const wordsIn = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '' && !/^\d+\.?$/.test(part));

/** The seven words of a kit. Pasting several words into one field fills the next fields too. */
function WordFields({ form }: { form: KitForm }) {
  const { t } = useTranslation();
  const messageOf = useMessage();
  // The error of all words together. They are not one field: each word is a field.
  const message = messageOf(saidOf(useFormState({ control: form.control, name: 'words' }).errors.words));
  const onPaste = (place: number) => (event: ClipboardEvent) => {
    const pasted = wordsIn(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    for (const [at, word] of pasted.slice(0, noWords.length - place).entries())
      form.setValue(`words.${place + at}`, word);
  };
  return (
    <Words legend={t('recoveryKit.seven')}>
      <div className={wordFields.fields}>
        {noWords.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a word is what it is asked by
          <div key={place} onPaste={onPaste(place)}>
            <Word form={form} place={place} />
          </div>
        ))}
      </div>
      <p className={wordFields.hint}>{t('recoveryKit.pasteHint')}</p>
      {message !== undefined && <FormMessage>{message}</FormMessage>}
    </Words>
  );
}

const Word = ({ form, place }: { form: KitForm; place: number }) => (
  <WordField number={place + 1} {...useField<KitValues, string>(form, `words.${place}`)} />
);

/** The text of a kit's file, and its seven words. */
type KitValues = { file: string; words: string[] };
/** Seven empty fields. */
const noWords: string[] = Array.from({ length: 7 }, () => '');
type KitForm = FormOf<KitValues> & Pick<ReturnType<typeof useOpenKit>, 'setValue' | 'setError' | 'clearErrors'>;

/** The form that opens the archive with a kit. Afterwards, it refetches everything that failed without the key. */
function useOpenKit(onDone: () => void) {
  const { t } = useTranslation();
  const values: KitValues = { file: '', words: noWords };
  return useApiForm(openRecoveryKit, {
    values,
    onSaved: async ({ answer: { recovery_kit } }) => {
      await refresh();
      toast(t(recovery_kit.kept === 'keychain' ? 'recoveryKit.kept' : 'recoveryKit.notKept'));
      onDone();
    },
  });
}
