import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/text-field';
import styles from './word-field.module.css';

/** A group of words of a kit, with instructions. */
export const Words = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className={styles.words}>
    <legend className={styles.legend}>{legend}</legend>
    {children}
  </fieldset>
);

type Props = {
  /** Its position among the words, from 1. */
  number: number;
  value: string;
  onChange: (value: string) => void;
  message: string | undefined;
  after?: ReactNode;
};

/** One word of a kit, with its number inside the edge. */
export function WordField({ number, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('recoveryKit.word', { number })}
      labelHidden
      size="page"
      mono
      before={
        <span className={styles.number} aria-hidden="true">
          {number}
        </span>
      }
      {...props}
    />
  );
}
