import { MenuItem } from 'react-aria-components';
import { KeyCap } from '../../ui/key-cap';
import type { Entry } from './entry';
import { match } from './match';
import styles from './palette.module.css';

/** One entry, with the letters that match. One that is not possible now says why, and stays where it is. */
export function EntryRow({ entry, typed }: { entry: Entry; typed: string }) {
  const { id, text, detail, icon, ends = [], count, keys, whyNot } = entry;
  return (
    <MenuItem
      id={id}
      className={styles.row ?? ''}
      textValue={[text, whyNot ?? detail, ...ends].filter(Boolean).join(', ')}
      data-off={whyNot !== undefined || undefined}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text} dir="auto">
        <Marked text={text} typed={typed} />
      </span>
      <span className={styles.detail} dir="auto">
        {whyNot ?? detail}
      </span>
      {ends.map((end) => (
        <span key={end} className={styles.end} data-figures>
          {end}
        </span>
      ))}
      {count}
      {whyNot === undefined && <KeyCap keys={keys} />}
    </MenuItem>
  );
}

/** A text whose matching letters are bold. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = typed === '' ? undefined : match(text, typed)?.at;
  if (!at) return text;
  const parts: { text: string; isMarked: boolean; from: number }[] = [];
  for (const [n, letter] of [...text].entries()) {
    const isMarked = at.has(n);
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += letter;
    else parts.push({ text: letter, isMarked, from: n });
  }
  return parts.map(({ text: part, isMarked, from }) => (isMarked ? <b key={from}>{part}</b> : part));
}
