import { Ellipsis } from 'lucide-react';
import { Children, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Popover } from '../ui/popover';
import styles from './fitting-actions.module.css';

/** The width of the button that opens the rest, with the space before it. */
const restWidth = 36;

/** Whether a button in the popover was pressed that opens nothing itself, so that what it says is not covered. */
function isDone({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  const button = target instanceof Element ? target.closest('button') : null;
  return (
    currentTarget.contains(button) &&
    button?.matches(':not([aria-haspopup], [aria-expanded], [aria-disabled])') === true
  );
}

/** Buttons in one line. Those without space are behind "…", in a popover. */
export function FittingActions({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const line = useRef<HTMLDivElement>(null);
  const all = Children.toArray(children);
  const [shown, setShown] = useState({ count: all.length, end: 0 });
  useLayoutEffect(() => {
    const box = line.current;
    if (!box) return;
    const fit = () => {
      const buttons = [...box.querySelectorAll<HTMLElement>(':scope > [data-action]')];
      const ends = buttons.map(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth);
      const width = box.clientWidth;
      const fitting = (ends.at(-1) ?? 0) <= width ? ends : ends.filter((end) => end + restWidth <= width);
      const end = fitting.at(-1) ?? 0;
      setShown((was) => (was.count === fitting.length && was.end === end ? was : { count: fitting.length, end }));
    };
    const watch = new ResizeObserver(fit);
    for (const element of [box, ...box.children]) watch.observe(element);
    return () => watch.disconnect();
  });
  const rest = all.slice(shown.count);
  return (
    <div ref={line} className={styles.actions}>
      {all.map((action, at) => (
        // Those without space keep it, so that it is known when they fit again.
        // biome-ignore lint/suspicious/noArrayIndexKey: an action has no other name, and keeps its place
        <div key={at} className={styles.action} data-action inert={at >= shown.count}>
          {action}
        </div>
      ))}
      {rest.length > 0 && (
        <div className={styles.rest} style={{ insetInlineStart: shown.end }}>
          <Popover
            label={t('list.moreActions')}
            placement="top start"
            trigger={
              <IconButton label={t('list.moreActions')} size={30} placement="top">
                <Icon of={Ellipsis} />
              </IconButton>
            }
          >
            {({ close }) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the keys
              // biome-ignore lint/a11y/useKeyWithClickEvents: as above
              <div className={styles.menu} onClick={(event) => isDone(event) && close()}>
                {rest}
              </div>
            )}
          </Popover>
        </div>
      )}
    </div>
  );
}
