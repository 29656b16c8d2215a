import type { Listener } from '../service/http/listener';
import { inTurn } from '../service/http/port';
import { faultOf, type Log } from '../service/log';
import { type RunningService, startService } from '../service/service';
import type { Keychain } from '../service/vault/keychain-state';
import { scryptLn } from '../service/vault/user-pair';
import { announce } from './discovery';

/** The service and its TCP door for one data folder. */
export class Archive {
  constructor(
    private readonly threadsFolder: string,
    private readonly keychain: Keychain,
    private readonly log: Log,
  ) {}

  /** Set once the service is open. */
  running!: RunningService;
  folder = '';
  private listener: Listener | undefined;
  private withdraw = () => {};
  private opening: Promise<RunningService> | undefined;
  private closing: Promise<void> | undefined;

  /** The URL of the TCP door; null when all ten ports were in use, and the window works without the door. */
  get apiUrl(): string | null {
    return this.listener ? `http://127.0.0.1:${this.listener.port}` : null;
  }

  open(folder: string, port: number): Promise<RunningService> {
    this.closing = undefined;
    this.opening = this.start(folder, port);
    return this.opening;
  }

  /** The service, once it is open. The page may ask before that. */
  async service(): Promise<RunningService> {
    if (!this.opening) throw new Error('No archive is being opened.');
    return this.opening;
  }

  private async start(folder: string, port: number): Promise<RunningService> {
    this.folder = folder;
    this.running = await startService({
      dataFolder: folder,
      threadsFolder: this.threadsFolder,
      keychain: this.keychain,
      now: Date.now,
      scryptLn,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      log: this.log,
    });
    this.listener = await this.running.listen(...inTurn(port)).catch((cause: Error) => {
      this.log(faultOf(cause), 'the API is off');
      return undefined;
    });
    if (this.listener) {
      this.withdraw = announce(folder, {
        port: this.listener.port,
        proof_key: this.running.proofKey,
        started_at: new Date().toISOString(),
      });
    }
    return this.running;
  }

  /**
   * Closes the archive once; further calls return the same promise. An archive that is opening is closed once it is
   * open.
   */
  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    // The caller of `open` handles a failure to open.
    await this.opening?.catch(() => undefined);
    this.withdraw();
    await this.running?.close();
  }
}
