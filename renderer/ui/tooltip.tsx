import { type ReactNode, type RefObject, useContext, useEffect, useImperativeHandle, useRef, useState } from 'react';
import {
  Tooltip as AriaTooltip,
  TooltipTrigger,
  type TooltipTriggerState,
  TooltipTriggerStateContext,
} from 'react-aria-components';
import { flushSync } from 'react-dom';
import styles from './tooltip.module.css';

type Props = {
  text: ReactNode;
  keys?: string | undefined;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** Disabled, because the control shows the text itself. */
  off?: boolean;
  /** The pointer is on a part of the control that does not take the focus. */
  hovered?: boolean;
  children: ReactNode;
};

/** A line of text at the wrapped control, after hovering for a moment or at once on keyboard focus. */
export function Tooltip({ text, keys, placement = 'bottom', off = false, hovered = false, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const state = useRef<TooltipTriggerState>(null);
  const onOpenChange = useReopening(isOpen, setOpen, state);
  // Otherwise it would open again, with nobody there, once the text applies.
  if (off && isOpen) setOpen(false);
  useEffect(() => {
    if (!hovered || off) return;
    state.current?.open(true);
    return () => state.current?.close(true);
  }, [hovered, off]);
  useEffect(() => {
    if (!isOpen) return;
    // An open tooltip of react-aria keeps Esc from all other handlers, so it is closed before the event reaches it.
    const close = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') flushSync(() => setOpen(false));
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, [isOpen]);
  return (
    <TooltipTrigger delay={500} closeDelay={80} isDisabled={off} isOpen={!off && isOpen} onOpenChange={onOpenChange}>
      <StateInto place={state} />
      {children}
      <AriaTooltip className={styles.tooltip ?? ''} offset={6} placement={placement}>
        {text}
        {keys !== undefined && <span className={styles.keys}>{keys}</span>}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

/** When Esc was last pressed, and the time in ms in which what it closes has gone. */
let escapedAt = Number.NEGATIVE_INFINITY;
const returnsWithin = 500;
/** One function for all tooltips, so that the window calls it once for a key. */
const noteEscape = ({ key }: KeyboardEvent) => {
  escapedAt = key === 'Escape' ? performance.now() : Number.NEGATIVE_INFINITY;
};

/** The time in ms after the focus arrives in which the page may scroll to it. */
const scrollsWithin = 300;
const restMs = 100;

/**
 * React Aria closes a tooltip when the page scrolls. The page also scrolls to a control that gets the focus with a key: the
 * tooltip that had just opened there opens again, at the new place. `state` is that of the trigger, by which React Aria
 * knows which tooltip is open.
 */
function useReopening(
  isOpen: boolean,
  setOpen: (open: boolean) => void,
  state: { current: TooltipTriggerState | null },
) {
  const opened = useRef<{ at: number; focus: Element | null }>({ at: 0, focus: null });
  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => window.addEventListener('keydown', noteEscape, { capture: true }), []);
  useEffect(() => {
    if (!isOpen) return;
    const note = () => {
      scrolledAt.current = performance.now();
    };
    window.addEventListener('scroll', note, { capture: true });
    return () => window.removeEventListener('scroll', note, { capture: true });
  }, [isOpen]);
  return (open: boolean) => {
    clearTimeout(timer.current);
    // What Esc has closed gives the focus back. Nobody asked for this text then.
    if (open && performance.now() - escapedAt < returnsWithin) return;
    setOpen(open);
    const { activeElement: focus } = document;
    const now = performance.now();
    if (open) opened.current = { at: now, focus };
    const isNew = now - opened.current.at < scrollsWithin;
    if (open || !isNew || focus !== opened.current.focus || !focus?.matches(':focus-visible')) return;
    timer.current = setTimeout(() => {
      const isByScroll = scrolledAt.current >= opened.current.at;
      const isAlone = document.querySelector('[role=tooltip]') === null;
      if (isByScroll && isAlone && document.activeElement === focus) state.current?.open(true);
    }, restMs);
  };
}

/** Hands on the state of the trigger that it is in. */
function StateInto({ place }: { place: RefObject<TooltipTriggerState | null> }) {
  const state = useContext(TooltipTriggerStateContext);
  useImperativeHandle<typeof state, typeof state>(place, () => state);
  return null;
}
