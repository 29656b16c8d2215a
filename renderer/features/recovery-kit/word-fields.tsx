import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { WordField, Words } from './word-field';
import styles from './word-fields.module.css';

const count = 7;
/** Seven empty fields. */
export const noWords: string[] = Array.from({ length: count }, () => '');

/** Words out of a text that may be numbered, as on the printed card. */
const wordsIn = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '' && !/^\d+\.?$/.test(part));

type Props = {
  words: string[];
  onChange: (words: string[]) => void;
  messageOf: (place: number) => string | undefined;
};

/** The seven words of a kit. Several that are pasted into one field go on in the next ones. */
export function WordFields({ words, onChange, messageOf }: Props) {
  const { t } = useTranslation();
  const put = (place: number, some: string[]) => onChange(words.map((old, at) => some[at - place] ?? old));
  const onPaste = (place: number) => (event: ClipboardEvent) => {
    const pasted = wordsIn(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    put(place, pasted);
  };
  return (
    <Words legend={t('recoveryKit.seven')}>
      <div className={styles.fields}>
        {words.map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place of a word is what it is asked by
          <div key={place} onPaste={onPaste(place)}>
            <WordField
              number={place + 1}
              value={word}
              onChange={(value) => put(place, [value])}
              message={messageOf(place)}
            />
          </div>
        ))}
      </div>
      <p className={styles.hint}>{t('recoveryKit.pasteHint')}</p>
    </Words>
  );
}
