/** The colour of a token such as `--text-1` in the current theme, in a form that a canvas accepts. */
export function tokenColour(token: string, near: HTMLElement): string {
  near.style.setProperty('color', `var(${token})`);
  const { color } = getComputedStyle(near);
  near.style.removeProperty('color');
  return color;
}
