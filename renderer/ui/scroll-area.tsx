import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import styles from './scroll-area.module.css';

type Props = {
  /** The element inside that scrolls. It hides its own scroll bar. */
  scroller: RefObject<HTMLElement | null>;
  /** The scrolled content, if the scroller contains only a part of it; in px. */
  track?: { length: number; top: () => number; scrollTo: (top: number) => void };
  className?: string | undefined;
  children: ReactNode;
};

const smallest = 28;

/**
 * A scroll bar over the scrolled content, so that lines and selection reach the edge of the pane. It is only for the
 * pointer: keys and wheel work on the scroller itself.
 */
export function ScrollArea({ scroller, track, className, children }: Props) {
  const thumb = useRef<HTMLDivElement>(null);
  const drag = useRef<{ y: number; top: number } | null>(null);

  useEffect(() => {
    const [box, bar] = [scroller.current, thumb.current];
    if (!box || !bar) return;
    const draw = () => {
      const { clientHeight } = box;
      const whole = track?.length ?? box.scrollHeight;
      const top = track?.top() ?? box.scrollTop;
      const length = Math.max(smallest, (clientHeight * clientHeight) / whole);
      const way = (clientHeight - length) * (top / Math.max(1, whole - clientHeight));
      bar.hidden = whole <= clientHeight;
      bar.style.blockSize = `${length}px`;
      bar.style.translate = `0 ${box.offsetTop + way}px`;
    };
    // Once the layout is known, and also first: to ask for it while rendering takes longer than the rendering.
    const sizes = new ResizeObserver(draw);
    const observe = () => {
      for (const one of [box, ...box.children]) sizes.observe(one);
    };
    observe();
    const children = new MutationObserver(observe);
    children.observe(box, { childList: true });
    box.addEventListener('scroll', draw, { passive: true });
    return () => {
      sizes.disconnect();
      children.disconnect();
      box.removeEventListener('scroll', draw);
    };
  }, [scroller, track]);

  const onMove = ({ clientY }: PointerEvent) => {
    const box = scroller.current;
    if (!box || !drag.current || !thumb.current) return;
    const room = box.clientHeight - thumb.current.offsetHeight;
    const whole = track?.length ?? box.scrollHeight;
    const top = drag.current.top + ((clientY - drag.current.y) / Math.max(1, room)) * (whole - box.clientHeight);
    if (track) track.scrollTo(top);
    else box.scrollTo({ top });
  };

  return (
    <div className={classNames(styles.area, className)}>
      {children}
      <div
        ref={thumb}
        className={styles.thumb}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { y: event.clientY, top: track?.top() ?? scroller.current?.scrollTop ?? 0 };
        }}
        onPointerMove={onMove}
        onPointerUp={() => {
          drag.current = null;
        }}
      />
    </div>
  );
}
