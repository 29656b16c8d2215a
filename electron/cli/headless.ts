/** Without them, Chromium looks for a display, starts a graphics process, and writes to standard error. */
export const headlessSwitches =
  process.platform === 'linux' ? ['--ozone-platform=headless', '--disable-gpu', '--log-level=3'] : [];

/** Whether there is a display for a window. */
export const hasDisplay = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
