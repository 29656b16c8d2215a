import type { Call } from '@shared/contract/calls';
import { Play } from 'lucide-react';
import { ColourMark } from '../../../ui/colour-mark';
import { Icon } from '../../../ui/icon';
import { directionIcon } from '../../parties';
import { usePlayer } from '../../player';
import styles from './cells.module.css';

/** `name`: the direction in words. */
export function DirectionCell({ call, name }: { call: Call; name: string }) {
  const isPlaying = usePlayer((player) => player.playing && player.call_id === call.call_id);
  return (
    <>
      <span className={styles.direction}>
        {isPlaying ? (
          <svg
            width="13"
            height="12"
            viewBox="0 0 13 12"
            fill="currentColor"
            className={styles.bars}
            aria-hidden="true"
          >
            <rect x="0" y="5" width="3" height="7" rx="1" />
            <rect x="5" y="0" width="3" height="12" rx="1" />
            <rect x="10" y="3" width="3" height="9" rx="1" />
          </svg>
        ) : (
          <Icon of={directionIcon(call)} size={14} />
        )}
        <span className="visually-hidden">{name}</span>
      </span>
      {!isPlaying && <Icon of={Play} className={styles.play} data-play size={12} fill="currentColor" />}
    </>
  );
}

/** The first category, and how many more there are. */
export function CategoryCell({ call: { categories } }: { call: Call }) {
  const [first, ...more] = categories;
  if (first === undefined) return null;
  return (
    <span
      className={styles.category}
      title={more.length > 0 ? categories.map(({ name }) => name).join(', ') : undefined}
    >
      <span className={styles.name}>{first.name}</span>
      {more.length > 0 && <span className={styles.more}> +{more.length}</span>}
    </span>
  );
}

/** The option of a custom field, with its colour if it has one. */
export const OptionCell = ({ value, colour }: { value: string; colour: string | undefined }) =>
  colour ? (
    <span className={styles.option}>
      <ColourMark colour={colour} />
      {value}
    </span>
  ) : (
    value
  );
