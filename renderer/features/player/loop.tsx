import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import styles from './loop.module.css';
import { type Edge, edgeMoved } from './loop-edges';
import type { Span } from './peaks';
import { usePlayer } from './store';
import { momentAt, momentIn, spanIn } from './view';
import { useView } from './zoom';

/**
 * The region that is repeated, with its edges; one that is being dragged; and the first edge of one that is being set;
 * the same for the region of a note.
 */
export function Loop() {
  const loop = usePlayer((player) => player.loop);
  const drag = usePlayer((player) => player.loop_drag);
  const from_ms = usePlayer((player) => player.loop_from);
  const region_from = usePlayer((player) => player.region_from);
  const region = usePlayer((player) => player.region);
  return (
    <>
      {loop && (
        <>
          <Region span={loop} isNamed={!drag} />
          <EdgeSlider loop={loop} edge="start_ms" />
          <EdgeSlider loop={loop} edge="end_ms" />
        </>
      )}
      {drag && <Region span={drag} isNamed />}
      {!loop && !drag && from_ms !== null && <FirstEdge at_ms={from_ms} />}
      {region_from !== null && <FirstEdge at_ms={region_from} />}
      {region && <NoteRegion {...region} />}
    </>
  );
}

function FirstEdge({ at_ms }: { at_ms: number }) {
  const place = momentIn(useView(), at_ms);
  return place && <div className={styles.first} style={place} aria-hidden="true" data-loop-from />;
}

/** The region that the note which is being written is about. */
function NoteRegion({ start_ms, end_ms }: Span) {
  const place = spanIn(useView(), start_ms, end_ms);
  return (
    place && (
      <div className={styles.loop} aria-hidden="true" data-region>
        <div className={styles.region} style={place} />
      </div>
    )
  );
}

/** A region with its length, which ends where the region does and does not leave the axis. */
function Region({ span: { start_ms, end_ms }, isNamed }: { span: Span; isNamed: boolean }) {
  const { t } = useTranslation();
  const view = useView();
  const place = spanIn(view, start_ms, end_ms);
  const end = momentIn(view, Math.min(end_ms, view.start_ms + view.span_ms));
  if (!place || !end) return null;
  return (
    <div className={styles.loop} aria-hidden="true" data-loop>
      <div className={styles.region} style={place} />
      {isNamed && (
        <div className={styles.name} style={{ inlineSize: end.insetInlineStart }} data-figures>
          <span>{t('player.loop.length', { time: lengthText((end_ms - start_ms) / 1000) })}</span>
        </div>
      )}
    </div>
  );
}

const strides: Record<string, number> = { ArrowLeft: -100, ArrowDown: -100, ArrowRight: 100, ArrowUp: 100 };

/** An edge of the loop: dragging moves it, and so do the arrow keys, by 0.1 s or with Shift by 1 s. */
function EdgeSlider({ loop, edge }: { loop: Span; edge: Edge }) {
  const { t, i18n } = useTranslation();
  const view = useView();
  const duration_ms = usePlayer((player) => player.duration_ms);
  const dragged = useRef(false);
  const place = momentIn(view, loop[edge]);
  const moveTo = (at_ms: number) => usePlayer.getState().setLoop(edgeMoved(loop, edge, at_ms, duration_ms));
  const onKeyDown = (event: KeyboardEvent) => {
    const stride = strides[event.key];
    if (stride === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    moveTo(loop[edge] + (event.shiftKey ? 10 * stride : stride));
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const axis = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!dragged.current || !axis) return;
    moveTo(momentAt(view, (event.clientX - axis.left) / axis.width));
  };
  if (!place) return null;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t(`player.loop.${edge}`)}
      aria-valuenow={Math.round(loop[edge] / 100) / 10}
      aria-valuemin={0}
      aria-valuemax={Math.round(duration_ms / 100) / 10}
      aria-valuetext={preciseText(loop[edge], i18n.language)}
      className={styles.edge}
      style={place}
      data-edge={edge}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        dragged.current = true;
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        dragged.current = false;
      }}
    />
  );
}

/** `2:14.3`. */
function preciseText(ms: number, language: string): string {
  const tenths = Math.round(ms / 100);
  const point = (0.1).toLocaleString(language).charAt(1);
  return `${lengthText(Math.floor(tenths / 10))}${point}${tenths % 10}`;
}
