import type { Call } from '@shared/contract/calls';
import { ChevronDown, ChevronUp, FastForward, Maximize2, Minimize2, Pause, Play, Redo2, Undo2, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useIsLive } from '../../core/command-entries';
import { deckHeight, useLayout } from '../../core/layout';
import { useSteps } from '../../core/player-steps';
import { runCommand } from '../../core/run-command';
import { useZone } from '../../core/session';
import { useKeysOf } from '../../core/shortcuts';
import { inZone, lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { titleWhenCut } from '../../ui/title-when-cut';
import { Tooltip } from '../../ui/tooltip';
import { agentOf, partyText, useCallName } from '../parties';
import { GoToTime } from './go-to-time';
import { savedBy } from './peaks';
import settings from './settings.module.css';
import { SpeedButton } from './speed-button';
import { usePlayer } from './store';
import styles from './transport.module.css';
import { ViewButtons } from './view-buttons';
import { VolumeButton } from './volume-button';
import { usePlayOrPause, useWhySilent } from './why-silent';

type Props = {
  call: Call | null;
  /** The page names the call, so the time takes the place of its name. */
  isStage: boolean;
};

/** The row of controls: the call, previous and next call, playback, and how it is heard. */
export function Transport({ call, isStage }: Props) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const { long_s } = useSteps();
  return (
    <div className={styles.row} data-on-stage={isStage || undefined}>
      {isStage ? <Time /> : <Title call={call} />}
      <div className={styles.controls}>
        {!isStage && <Neighbours />}
        <Skip by_ms={-long_s * 1000} label={t('player.back', { seconds: long_s })} keys={keysOf('playerBackLong')}>
          <Icon of={Undo2} size={14} />
          {long_s}
        </Skip>
        <PlayButton />
        <Skip by_ms={long_s * 1000} label={t('player.on', { seconds: long_s })} keys={keysOf('playerOnLong')}>
          {long_s}
          <Icon of={Redo2} size={14} />
        </Skip>
        {!isStage && <Time />}
      </div>
      <div className={styles.sound}>
        <SpeedButton />
        <SilenceButton />
        <ViewButtons />
        <VolumeButton />
        {!isStage && <SizeButton />}
        {!isStage && call && <CloseButton />}
      </div>
    </div>
  );
}

/** The previous and the next call of the list. The stage has them in its bar. */
function Neighbours() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const hasList = useIsLive('listPlay');
  const hasPrevious = useIsLive('callAbove');
  const hasNext = useIsLive('callBelow');
  return (
    <>
      <IconButton
        size={30}
        placement="top"
        label={t('player.previous')}
        keys={keysOf('callAbove')}
        unavailable={hasPrevious ? undefined : t(hasList ? 'player.noPrevious' : 'player.noList')}
        onPress={() => runCommand('callAbove')}
      >
        <Icon of={ChevronUp} />
      </IconButton>
      <IconButton
        size={30}
        placement="top"
        label={t('player.next')}
        keys={keysOf('callBelow')}
        unavailable={hasNext ? undefined : t(hasList ? 'player.noNext' : 'player.noList')}
        onPress={() => runCommand('callBelow')}
      >
        <Icon of={ChevronDown} />
      </IconButton>
    </>
  );
}

function CloseButton() {
  const { t } = useTranslation();
  const close = usePlayer((player) => player.close);
  return (
    <IconButton size={30} placement="top" label={t('player.close')} onPress={close}>
      <Icon of={X} />
    </IconButton>
  );
}

function Title({ call }: { call: Call | null }) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const zone = useZone();
  if (!call) return <div className={styles.title} />;
  const agent = partyText(agentOf(call));
  // The call was read when it was loaded, perhaps in another zone.
  const setup_time = inZone(call.setup_time, zone);
  return (
    <div className={styles.title}>
      <p className={styles.customer} dir="auto" onPointerEnter={titleWhenCut}>
        {callName(call)}
      </p>
      <p className={styles.with} onPointerEnter={titleWhenCut}>
        {agent === null
          ? format.started(setup_time)
          : t('player.with', { agent, when: format.startedWithin(setup_time) })}
      </p>
    </div>
  );
}

type SkipProps = { by_ms: number; label: string; keys: string | undefined; children: ReactNode };

function Skip({ by_ms, label, keys, children }: SkipProps) {
  const skip = usePlayer((player) => player.skip);
  const whyNot = useWhySilent();
  const off = whyNot !== undefined;
  return (
    <Tooltip text={whyNot ?? label} keys={off ? undefined : keys} placement="top">
      <Button
        aria-label={label}
        aria-disabled={off || undefined}
        className={styles.skip ?? ''}
        onPress={() => !off && skip(by_ms)}
      >
        {children}
      </Button>
    </Tooltip>
  );
}

function PlayButton() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const playing = usePlayer((player) => player.playing);
  const { act, whyNot } = usePlayOrPause();
  const off = whyNot !== undefined;
  const label = t(playing ? 'player.pause' : 'player.play');
  return (
    <Tooltip text={whyNot ?? label} keys={off ? undefined : keysOf('playerToggle')} placement="top">
      <Button
        aria-label={label}
        aria-disabled={off || undefined}
        className={styles.play ?? ''}
        onPress={() => !off && act?.()}
      >
        {playing ? <Pause size={18} strokeWidth={1} fill="currentColor" /> : <Play size={16} fill="currentColor" />}
      </Button>
    </Tooltip>
  );
}

function Time() {
  const duration_ms = usePlayer((player) => player.duration_ms);
  // Counts elapsed whole seconds. At the end it shows the length, which is rounded.
  const seconds = usePlayer(({ position_ms }) =>
    position_ms < duration_ms ? Math.floor(position_ms / 1000) : duration_ms / 1000,
  );
  const time = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={time} className={styles.time} role="timer" aria-live="off">
        <span className={styles.at}>{lengthText(seconds)}</span>{' '}
        <span className={styles.total}>/ {lengthText(duration_ms / 1000)}</span>
      </p>
      <GoToTime time={time} />
    </>
  );
}

/** Skips silence, and shows how much shorter this makes the call. */
function SilenceButton() {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const skips = usePlayer((player) => player.skips_silence);
  const setSkips = usePlayer((player) => player.setSkipsSilence);
  const silences = usePlayer((player) => player.silences);
  const isEmpty = usePlayer((player) => player.status === 'empty');
  const time = lengthText(savedBy(silences) / 1000);
  const count = silences.length;
  const label = isEmpty
    ? t('player.silence.name')
    : count === 0
      ? t('player.silence.none')
      : t('player.silence.saves', { count, time });
  const words = (
    <>
      <span className={settings.words}>{t('player.silence.name')}</span>{' '}
      {count > 0 && (
        <span className={settings.saved} data-figures>
          −{time}
        </span>
      )}
    </>
  );
  return (
    <>
      {/* The words keep their space, so that nothing moves when they appear. */}
      {!skips && (
        <span className={settings.reserved} aria-hidden="true">
          {words}
        </span>
      )}
      <Tooltip text={label} keys={keysOf('playerSkipSilence')} placement="top">
        <ToggleButton className={settings.silence ?? ''} aria-label={label} isSelected={skips} onChange={setSkips}>
          <Icon of={FastForward} />
          {skips && words}
        </ToggleButton>
      </Tooltip>
    </>
  );
}

/** Makes the player as high as it can be, and gives it back the height it had. */
function SizeButton() {
  const { t } = useTranslation();
  const isLarge = useLayout((layout) => layout.deckHeight === deckHeight.max);
  const onPress = () =>
    useLayout.setState(({ deckHeight: height, deckHeightBefore: before }) =>
      isLarge ? { deckHeight: before } : { deckHeight: deckHeight.max, deckHeightBefore: height },
    );
  return (
    <div className={styles.end}>
      <IconButton size={30} placement="top" label={t(isLarge ? 'player.smaller' : 'player.larger')} onPress={onPress}>
        <Icon of={isLarge ? Minimize2 : Maximize2} />
      </IconButton>
    </div>
  );
}
