import { ChevronDown, ChevronUp } from 'lucide-react';
import { useKeysOf } from '../core/shortcuts';
import { useCommand } from '../core/use-command';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import styles from './neighbours.module.css';

type Words = { list: string; place: string; previous: string; next: string; isFirst: string; isLast: string };

/** The place of a record in its list, `4 of 12`, and the way to its neighbours; undefined at an end. */
export function Neighbours({
  words,
  above,
  below,
}: {
  words: Words;
  above: (() => void) | undefined;
  below: (() => void) | undefined;
}) {
  const keysOf = useKeysOf();
  useCommand('callAbove', above);
  useCommand('callBelow', below);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.place} role="group" aria-label={words.list}>
      <span data-figures>{words.place}</span>
      <IconButton
        label={words.previous}
        keys={keysOf('callAbove')}
        unavailable={above ? undefined : words.isFirst}
        {...(above && { onPress: above })}
      >
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton
        label={words.next}
        keys={keysOf('callBelow')}
        unavailable={below ? undefined : words.isLast}
        {...(below && { onPress: below })}
      >
        <Icon of={ChevronDown} />
      </IconButton>
    </div>
  );
}
