import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useCopy } from '../../ui/use-copy';
import { useOneTabStop } from '../../ui/use-one-tab-stop';
import styles from './facts.module.css';

type Props = {
  label: string;
  /** Null: unknown, and only shown together with other empty fields. */
  children: ReactNode;
  /** The text to copy. Without it, the fact cannot be copied. */
  copy?: string | null | undefined;
  mono?: boolean;
};

/** One fact: its name and its value. */
export function Fact({ label, children, copy, mono }: Props) {
  const { t } = useTranslation();
  const copyText = useCopy();
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value} data-mono={mono || undefined}>
        {children ?? <span className={styles.empty}>–</span>}
        {copy && (
          <span className={styles.copy}>
            <IconButton
              label={t('call.copy', { what: label })}
              size={24}
              onPress={() => copyText(copy)}
              placement="left"
            >
              <Icon of={Copy} size={13} />
            </IconButton>
          </span>
        )}
      </dd>
    </div>
  );
}

/** A list of facts, whose copy buttons are one tab stop. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl {...useOneTabStop<HTMLDListElement>()} className={styles.facts}>
    {children}
  </dl>
);

/** Tags in a row; `add` is the button behind the last one. */
export function Tags({ names, add }: { names: readonly string[]; add?: ReactNode }) {
  const [first, last] = [names.slice(0, -1), names.slice(-1)];
  return (
    <span className={styles.tags}>
      {first.map((name) => (
        <Tag key={name}>{name}</Tag>
      ))}
      <span className={styles.last}>
        {last.map((name) => (
          <Tag key={name}>{name}</Tag>
        ))}
        {add}
      </span>
    </span>
  );
}

const Tag = ({ children }: { children: ReactNode }) => <span className={styles.tag}>{children}</span>;
