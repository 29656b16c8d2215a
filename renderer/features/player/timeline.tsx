import type { Call } from '@shared/contract/calls';
import { Ear, TriangleAlert } from 'lucide-react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { Focusable, ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../../core/shortcuts';
import { Icon } from '../../ui/icon';
import { Tooltip } from '../../ui/tooltip';
import { agentOf, customerOf, partyText } from '../parties';
import { Loop } from './loop';
import { Markers } from './markers';
import { Overview } from './overview';
import { Ruler } from './ruler';
import { SeekBar } from './seek-bar';
import { usePlayer } from './store';
import styles from './timeline.module.css';
import { gapsOf, type Lane, lanesOf, type Track } from './tracks';
import type { Drawing } from './use-peaks';
import { useSlide } from './use-slide';
import { momentAt } from './view';
import { Waveform } from './waveform';
import { useWhySilent } from './why-silent';
import { scrollBy, useView, useZoom, viewNow, zoomBy, zoomStep } from './zoom';

type Props = { call: Call | null; tracks: Track[]; drawing: Drawing | null; failed: boolean };

/** Lane heads on the left; markers, lanes, ruler and the playhead over one time axis on the right. Zoomed, an overview above. */
export function Timeline({ call, tracks, drawing, failed }: Props) {
  const lanes = useMemo(() => lanesOf(tracks), [tracks]);
  const gaps = useMemo(() => (call ? gapsOf(call) : []), [call]);
  const names = { agent: call && partyText(agentOf(call)), customer: call && partyText(customerOf(call)), both: null };
  const truncated = call?.files.some((file) => file.truncated) ?? false;
  const axis = useRef<HTMLDivElement>(null);
  useWheel(axis);
  const isZoomed = useZoom(({ view }) => view !== null);
  return (
    <div className={styles.timeline} data-zoomed={isZoomed || undefined}>
      <Overview drawing={drawing} />
      <div className={styles.heads}>
        {lanes.map((lane) => (
          <LaneHead key={lane} lane={lane} name={names[lane]} />
        ))}
      </div>
      {truncated && <Truncated />}
      <div ref={axis} className={styles.axis}>
        <Markers gaps={gaps} />
        <div className={styles.lanes} aria-hidden="true">
          {lanes.map((lane) => (
            <div key={lane} className={styles.lane} />
          ))}
          <Waveform drawing={drawing} />
          <Status loaded={call !== null} drawn={drawing !== null} failed={failed} />
        </div>
        <Ruler />
        <SeekBar lanes={drawing?.lanes ?? null} />
        <Loop />
        <Playhead />
      </div>
    </div>
  );
}

function Status({ loaded, drawn, failed }: { loaded: boolean; drawn: boolean; failed: boolean }) {
  const { t } = useTranslation();
  const whySilent = useWhySilent();
  if (drawn) return null;
  return <p className={styles.status}>{loaded ? t(failed ? 'player.noDrawing' : 'player.drawing') : whySilent}</p>;
}

function Truncated() {
  const { t } = useTranslation();
  return (
    <Tooltip text={t('player.truncatedHint')} placement="top">
      <Focusable>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that its tooltip can be had with the keyboard */}
        <span className={styles.truncated} role="note" tabIndex={0}>
          <Icon of={TriangleAlert} size={12} />
          {t('player.truncated')}
        </span>
      </Focusable>
    </Tooltip>
  );
}

/** The movement of a wheel by one notch, in px. */
const notch_px = 100;

/** Ctrl and the wheel zoom at the pointer; the wheel alone scrolls what is zoomed. Both once in a frame. */
function useWheel(axis: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = axis;
    if (!current) return;
    // A wheel turns faster than a long call can be drawn.
    let turned = { zoom_px: 0, scroll: 0, share: 0 };
    let frame = 0;
    const move = () => {
      const { zoom_px, scroll, share } = turned;
      turned = { zoom_px: 0, scroll: 0, share: 0 };
      frame = 0;
      if (zoom_px !== 0) zoomBy(zoomStep ** (-zoom_px / notch_px), momentAt(viewNow(), share));
      if (scroll !== 0) scrollBy(scroll);
    };
    const onWheel = (event: WheelEvent) => {
      const { left, width } = current.getBoundingClientRect();
      event.preventDefault();
      if (event.ctrlKey || event.metaKey) {
        turned.zoom_px += event.deltaY;
        turned.share = (event.clientX - left) / width;
      } else turned.scroll += (event.deltaX || event.deltaY) / width;
      if (frame === 0) frame = requestAnimationFrame(move);
    };
    // React listens passively, which cannot keep the page from scrolling.
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      cancelAnimationFrame(frame);
      current.removeEventListener('wheel', onWheel);
    };
  }, [axis]);
}

/** The speaker of a lane, and the button that plays only this lane. */
function LaneHead({ lane, name }: { lane: Lane; name: string | null }) {
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

/** The line at the current position, with its drop. Moves by frame, without React. */
function Playhead() {
  const view = useView();
  return view.span_ms === 0 ? null : <Sliding />;
}

function Sliding() {
  const layer = useRef<HTMLDivElement>(null);
  useSlide(layer, useView());
  return (
    <div ref={layer} className={styles.layer} aria-hidden="true" data-playhead>
      <div className={styles.drop} />
      <div className={styles.line} />
    </div>
  );
}
