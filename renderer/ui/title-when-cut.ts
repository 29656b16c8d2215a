import type { PointerEvent } from 'react';

/** For `onPointerEnter`: shows the full text as a tooltip if it is cut off. */
export const titleWhenCut = ({ currentTarget: line }: PointerEvent<HTMLElement>): void => {
  const isCut = line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight;
  line.title = isCut ? (line.textContent ?? '') : '';
};
