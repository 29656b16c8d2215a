import { LocateFixed, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, useDeferredValue, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeysOf } from '../../core/shortcuts';
import { IconButton } from '../../ui/icon-button';
import { useTheme } from '../../ui/use-theme';
import { atSizeOf, cleared, type DeviceSize, drawLane, lookOf } from './look';
import { useMoments } from './moments';
import styles from './overview.module.css';
import { usePlayer } from './store';
import type { Drawing } from './use-peaks';
import { useSlide } from './use-slide';
import { isInView, momentIn, spanIn, type View } from './view';
import { scrollTo, showPlayhead, showWholeCall, useZoom, zoomBy, zoomStep } from './zoom';

/** The whole call above zoomed lanes, with a window around what they show. */
export function Overview({ drawing }: { drawing: Drawing | null }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const view = useZoom((zoom) => zoom.view);
  const isScrolled = useZoom((zoom) => zoom.isScrolled);
  // The first step of zooming draws the lanes again. What appears above them follows, in a task of its own.
  const isDue = useDeferredValue(view !== null);
  if (!view || !isDue) return null;
  const icon = { size: 14, strokeWidth: 1.75 };
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{t('player.overview')}</span>
        {isScrolled && (
          <IconButton
            size={24}
            placement="top"
            label={t('keys.command.playerShowPlayhead')}
            keys={keysOf('playerShowPlayhead')}
            onPress={showPlayhead}
          >
            <LocateFixed {...icon} />
          </IconButton>
        )}
        <IconButton
          size={24}
          placement="top"
          label={t('keys.command.playerZoomOut')}
          keys={keysOf('playerZoomOut')}
          onPress={() => zoomBy(1 / zoomStep)}
        >
          <ZoomOut {...icon} />
        </IconButton>
        <IconButton
          size={24}
          placement="top"
          label={t('keys.command.playerZoomIn')}
          keys={keysOf('playerZoomIn')}
          onPress={() => zoomBy(zoomStep)}
        >
          <ZoomIn {...icon} />
        </IconButton>
      </div>
      <Strip view={view} drawing={drawing} />
    </>
  );
}

/** The bars of the whole call. Dragging the window scrolls, a press next to it brings it there. The keys are commands. */
function Strip({ view, drawing }: { view: View; drawing: Drawing | null }) {
  const duration_ms = usePlayer((player) => player.duration_ms);
  const call_id = usePlayer((player) => player.call_id);
  const loop = usePlayer((player) => player.loop);
  const notes = useMoments((moments) => moments.notes);
  const head = useRef<HTMLDivElement>(null);
  /** Where in the window it is held, in ms. */
  const held_ms = useRef<number | null>(null);
  const whole = { start_ms: 0, span_ms: duration_ms };
  useSlide(head, whole);
  const momentOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return ((event.clientX - left) / width) * duration_ms;
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at_ms = momentOf(event);
    held_ms.current = isInView(view, at_ms) ? at_ms - view.start_ms : view.span_ms / 2;
    scrollTo(at_ms - held_ms.current);
  };
  const looped = loop && spanIn(whole, loop.start_ms, loop.end_ms);
  return (
    <div
      className={styles.strip}
      aria-hidden="true"
      data-overview
      onDoubleClick={showWholeCall}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => held_ms.current !== null && scrollTo(momentOf(event) - held_ms.current)}
      onLostPointerCapture={() => {
        held_ms.current = null;
      }}
    >
      <div className={styles.window} style={spanIn(whole, view.start_ms, view.start_ms + view.span_ms) ?? {}} />
      {looped && <div className={styles.loop} style={looped} />}
      <Bars drawing={drawing} />
      {notes.call_id === call_id &&
        notes.moments.map(({ label, position }) => (
          <span key={label} className={styles.note} style={momentIn(whole, position) ?? {}} />
        ))}
      <div ref={head} className={styles.layer}>
        <div className={styles.playhead} />
      </div>
    </div>
  );
}

function Bars({ drawing }: { drawing: Drawing | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies(theme): colours are read from the page, which has changed by then
  useEffect(() => {
    const { current } = canvas;
    if (!current || !drawing) return;
    // A frame after the lanes: the first step of zooming draws the lanes again, and with these bars it takes too long.
    let frame = 0;
    const stop = atSizeOf(current, (size) => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => drawBars(current, size, drawing));
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [drawing, theme]);
  return <canvas ref={canvas} className={styles.bars} />;
}

/** Each lane in its share of the height. */
function drawBars(canvas: HTMLCanvasElement, size: DeviceSize, { lanes, gain }: Drawing): void {
  const sheet = cleared(canvas, size);
  if (!sheet) return;
  const height = sheet.height / lanes.length;
  for (const [at, { lane, loudness }] of lanes.entries()) {
    const strip = { width: sheet.width, top: at * height, height };
    const look = { gain, colour: lookOf(lane, 'both', canvas).bar, hollow: false };
    drawLane(sheet.context, loudness, { first: 0, count: loudness.length }, strip, look);
  }
}
