import type { Lifecycle, Part, Service } from './context';
import { endEach } from './end-each';

/** The parts of one service, and their handlers for its events. */
export class Parts {
  private readonly made = new Map<Part<unknown>, unknown>();
  private readonly recoverers: Parameters<Lifecycle['onRecover']>[0][] = [];
  private readonly starters: Parameters<Lifecycle['onStart']>[0][] = [];
  private readonly forgetters: Parameters<Lifecycle['onForget']>[0][] = [];
  private readonly enders: Parameters<Lifecycle['onClosing']>[0][] = [];
  private readonly closers: Parameters<Lifecycle['onClose']>[0][] = [];

  private readonly life: Lifecycle = {
    onRecover: (recover) => this.recoverers.push(recover),
    onStart: (start) => this.starters.push(start),
    onForget: (forget) => this.forgetters.push(forget),
    onClosing: (end) => this.enders.push(end),
    onClose: (close) => this.closers.unshift(close),
  };

  /** The part, created on first use. */
  of<T>(service: Service, part: Part<T>): T {
    if (!this.made.has(part)) this.made.set(part, part(service, this.life));
    return this.made.get(part) as T;
  }

  async recover(isSuspect: boolean): Promise<void> {
    for (const recover of this.recoverers) await recover(isSuspect);
  }

  async start(): Promise<void> {
    for (const start of this.starters) await start();
  }

  forget(): void {
    for (const forget of this.forgetters) forget();
  }

  closing(): Promise<void> {
    return endEach(this.enders.map((end) => async () => end()));
  }

  close(): Promise<void> {
    return endEach(this.closers);
  }
}
