import { Repeat, ZoomIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../../core/shortcuts';
import { lengthText } from '../../i18n/times';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { usePlayer } from './store';
import styles from './view-buttons.module.css';
import { useWhySilent } from './why-silent';
import { zoomBy, zoomStep } from './zoom';

/** The loop and the zoom. In a narrow deck they are commands only. */
export function ViewButtons() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const whyNot = useWhySilent();
  const region_from = usePlayer((player) => player.region_from);
  const loops = usePlayer(({ loop, loop_from }) => loop !== null || loop_from !== null);
  return (
    <div className={styles.buttons} data-loops={loops || undefined}>
      <LoopButton whyNot={whyNot} />
      <span className="visually-hidden" role="status" aria-label={t('player.region.name')}>
        {region_from !== null &&
          t('player.region.startsAt', {
            time: lengthText(Math.floor(region_from / 1000)),
            keys: keysOf('regionMark') ?? '',
          })}
      </span>
      <IconButton
        size={30}
        placement="top"
        label={t('keys.command.playerZoomIn')}
        keys={keysOf('playerZoomIn')}
        unavailable={whyNot}
        onPress={() => zoomBy(zoomStep)}
      >
        <Icon of={ZoomIn} />
      </IconButton>
    </div>
  );
}

function LoopButton({ whyNot }: { whyNot: string | undefined }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const text = useLoopText();
  const markLoop = usePlayer((player) => player.markLoop);
  return (
    <>
      <IconButton
        size={30}
        placement="top"
        label={text.next}
        keys={keysOf('playerLoop')}
        unavailable={whyNot}
        onPress={markLoop}
      >
        <Icon of={Repeat} />
      </IconButton>
      <span className="visually-hidden" role="status" aria-label={t('player.loop.name')}>
        {text.now}
      </span>
    </>
  );
}

/** The state of the loop, and what its command does next. */
function useLoopText(): { now: string; next: string } {
  const { t } = useTranslation();
  const loop = usePlayer((player) => player.loop);
  const from_ms = usePlayer((player) => player.loop_from);
  const time = (ms: number) => lengthText(Math.floor(ms / 1000));
  if (loop) {
    const now = t('player.loop.now', { from: time(loop.start_ms), until: time(loop.end_ms) });
    return { now, next: t('player.loop.clear') };
  }
  if (from_ms === null) return { now: '', next: t('player.loop.setStart') };
  return { now: t('player.loop.startsAt', { time: time(from_ms) }), next: t('player.loop.setEnd') };
}
