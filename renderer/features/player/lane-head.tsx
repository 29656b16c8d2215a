import { Ear } from 'lucide-react';
import { ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../../core/shortcuts';
import { Icon } from '../../ui/icon';
import { Tooltip } from '../../ui/tooltip';
import styles from './lane-head.module.css';
import { usePlayer } from './store';
import type { Lane } from './tracks';
import { useWhySilent } from './why-silent';

/** The speaker of a lane, and the button that plays only this lane. */
export function LaneHead({ lane, name }: { lane: Lane; name: string | null }) {
  const { t } = useTranslation();
  const heard = usePlayer((player) => player.heard);
  const isOff = heard !== 'both' && lane !== 'both' && heard !== lane;
  return (
    <div className={styles.head} data-lane={lane} data-off={isOff || undefined}>
      <span className={styles.dot} />
      <p className={styles.who}>
        <span className={styles.role}>{t(`player.lane.${lane}`)}</span>
        {name !== null && (
          <span className={styles.name} dir="auto" title={name}>
            {name}
          </span>
        )}
      </p>
      {lane !== 'both' && <Solo lane={lane} />}
    </div>
  );
}

function Solo({ lane }: { lane: 'agent' | 'customer' }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const isAlone = usePlayer((player) => player.heard === lane);
  const solo = usePlayer((player) => player.solo);
  const whyNot = useWhySilent();
  const off = whyNot !== undefined;
  const keys = isAlone ? 'playerHearBoth' : lane === 'agent' ? 'playerHearAgent' : 'playerHearCustomer';
  return (
    <Tooltip
      text={whyNot ?? t(`player.solo.${isAlone ? 'both' : lane}`)}
      keys={off ? undefined : keysOf(keys)}
      placement="top"
    >
      <ToggleButton
        className={styles.solo ?? ''}
        aria-label={t(`player.solo.${lane}`)}
        aria-disabled={off || undefined}
        isSelected={isAlone}
        onChange={() => !off && solo(lane)}
      >
        <Icon of={Ear} size={14} />
      </ToggleButton>
    </Tooltip>
  );
}
