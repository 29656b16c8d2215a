import { powerMonitor } from 'electron';
import type { Log } from '../service/log';

const lookEveryMs = 5_000;

type Options = {
  lock: () => void;
  log: Log;
  /** Whether a person is present without using keyboard or mouse: listening, or writing down the recovery kit. */
  isAttended: () => boolean;
  /** Minutes without keyboard or mouse input; 0 for never. */
  afterMinutes: () => number;
};

/** Locks the window with the screen, before sleep, and after a time without input. */
export function lockWhenLeft({ lock, log, isAttended, afterMinutes }: Options): void {
  // Electron's own lock event exists only on Windows and macOS.
  if (process.platform === 'linux') void listenToScreen({ onLock: lock, log });
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('suspend', lock);
  let locked = false;
  setInterval(() => {
    const minutes = afterMinutes();
    const left = minutes > 0 && powerMonitor.getSystemIdleTime() >= minutes * 60 && !isAttended();
    if (left && !locked) lock();
    locked = left;
  }, lookEveryMs).unref();
}

/** Loads D-Bus only on Linux, and only after the archive is open. */
async function listenToScreen(options: Parameters<typeof import('./screen-lock').watchScreen>[0]): Promise<void> {
  const { watchScreen } = await import('./screen-lock');
  await watchScreen(options);
}
