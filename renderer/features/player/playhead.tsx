import { useRef } from 'react';
import styles from './playhead.module.css';
import { useSlide } from './use-slide';
import { useView } from './zoom';

/** The line at the current position, with its drop. Moves by frame, without React. */
export function Playhead() {
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
