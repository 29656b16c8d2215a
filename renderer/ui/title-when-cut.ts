import type { PointerEvent } from 'react';

/** For `onPointerEnter`: gives a text that is cut off its whole text as a tooltip. */
export const titleWhenCut = ({ currentTarget: line }: PointerEvent<HTMLElement>): void => {
  const isCut = line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight;
  line.title = isCut ? (line.textContent ?? '') : '';
};
