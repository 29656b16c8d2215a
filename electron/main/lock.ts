import { powerMonitor } from 'electron';
import type { Log } from '../service/log';
import { watchScreen } from './screen-lock';

const lookEveryMs = 5_000;

type Options = {
  lock: () => void;
  log: Log;
  /** Whether someone is present without touching anything: listening, or writing down the recovery kit. */
  isAttended: () => boolean;
  /** Minutes without a key or the mouse; 0 for never. */
  afterMinutes: number;
};

/** Locks with the screen, before sleep, and when the workstation was left alone. */
export function lockWhenLeft({ lock, log, isAttended, afterMinutes }: Options): void {
  // Electron's own event for the lock exists on Windows and macOS only.
  if (process.platform === 'linux') void watchScreen({ onLock: lock, log });
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('suspend', lock);
  if (afterMinutes === 0) return;
  let locked = false;
  setInterval(() => {
    const left = powerMonitor.getSystemIdleTime() >= afterMinutes * 60 && !isAttended();
    if (left && !locked) lock();
    locked = left;
  }, lookEveryMs).unref();
}
