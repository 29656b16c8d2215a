import { channels, type Notice } from '@shared/ipc';
import { type BrowserWindow, Notification } from 'electron';

/** Shows notifications of the system. A click brings the window to the front and sends the page the notification's id. */
export class Notices {
  /** A notification that nothing refers to is collected, and its click is lost. */
  private readonly shown = new Set<Notification>();

  constructor(
    private readonly openWindow: () => void,
    private readonly window: () => BrowserWindow | undefined,
  ) {}

  show({ id, title, body }: Notice): void {
    const notification = new Notification({ title, body });
    this.shown.add(notification);
    notification.on('close', () => this.shown.delete(notification));
    notification.on('failed', () => this.shown.delete(notification));
    notification.on('click', () => {
      this.shown.delete(notification);
      this.openWindow();
      this.window()?.webContents.send(channels.noticed, id);
    });
    notification.show();
  }

  /** Closes every notification: another person may sit at the window now. */
  closeAll(): void {
    for (const notification of this.shown) notification.close();
    this.shown.clear();
  }
}
