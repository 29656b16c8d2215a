import type { Locator, Page } from '@playwright/test';
import { activeChanged, onBus } from '../support/bus';
import { type Earshot, expect, person } from './launch';

export const locked = (page: Page): Locator => page.getByRole('heading', { name: 'Locked' });
export const password = (page: Page): Locator => page.getByLabel('Password', { exact: true });

/** Locks the screen like the desktop: over D-Bus on Linux, otherwise by Electron's event. */
export async function lockScreen({ app }: Earshot): Promise<void> {
  if (process.platform !== 'linux') return app.evaluate(({ powerMonitor }) => void powerMonitor.emit('lock-screen'));
  const desktop = await onBus(process.env.DBUS_SESSION_BUS_ADDRESS ?? '', 'org.freedesktop.ScreenSaver');
  await desktop.emit(activeChanged('freedesktop', true));
  desktop.leave();
}

export async function unlock(page: Page): Promise<void> {
  await expect(password(page)).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
}
