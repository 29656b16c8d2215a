import type { ClipboardEvent } from 'react';
import { useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { saidOf } from '../../form/field-error';
import { useField } from '../../form/use-field';
import { useMessage } from '../../i18n/use-said';
import { FormMessage } from '../../ui/form-message';
import { type KitForm, type KitValues, noWords } from './use-open-kit';
import { WordField, Words } from './word-field';
import styles from './word-fields.module.css';

/** The words in a text that may be numbered, as on the printed card. */
const wordsIn = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '' && !/^\d+\.?$/.test(part));

/** The seven words of a kit. Pasting several words into one field fills the next fields too. */
export function WordFields({ form }: { form: KitForm }) {
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
      <div className={styles.fields}>
        {noWords.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a word is what it is asked by
          <div key={place} onPaste={onPaste(place)}>
            <Word form={form} place={place} />
          </div>
        ))}
      </div>
      <p className={styles.hint}>{t('recoveryKit.pasteHint')}</p>
      {message !== undefined && <FormMessage>{message}</FormMessage>}
    </Words>
  );
}

const Word = ({ form, place }: { form: KitForm; place: number }) => (
  <WordField number={place + 1} {...useField<KitValues, string>(form, `words.${place}`)} />
);
