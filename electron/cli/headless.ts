/** Without them, Chromium looks for a display, starts a graphics process, and writes to standard error. */
export const headlessSwitches =
  process.platform === 'linux' ? ['--ozone-platform=headless', '--disable-gpu', '--log-level=3'] : [];
