import type { Listener } from '../service/http/listener';
import { portsFrom } from '../service/http/port';
import { faultOf, type Log, logged } from '../service/log';
import { proofKey } from '../service/proof-key';
import { type RunningService, startService } from '../service/service';
import type { Keychain } from '../service/vault/keychain-state';
import { scryptLnFrom } from '../service/vault/user-pair';
import { publishAddress } from './discovery';

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
  /** Whether commands reach the service. */
  takesCommands = false;
  private listener: Listener | undefined;
  private withdraw = () => {};
  private opening: Promise<RunningService> | undefined;
  private closing: Promise<void> | undefined;

  /** The URL of the TCP door; null when it is off or all ten ports were in use. The window works without it. */
  get apiUrl(): string | null {
    return this.listener ? `http://127.0.0.1:${this.listener.port}` : null;
  }

  /** Opens the service on a folder, and its TCP door on a port or one of the next nine; null for no door. */
  open(folder: string, port: number | null): Promise<RunningService> {
    this.closing = undefined;
    this.opening = this.start(folder, port);
    return this.opening;
  }

  /** The service, once it is open. The page may ask before that. */
  async service(): Promise<RunningService> {
    if (!this.opening) throw new Error('No archive is being opened.');
    return this.opening;
  }

  private async start(folder: string, port: number | null): Promise<RunningService> {
    this.folder = folder;
    this.running = await startService({
      dataFolder: folder,
      threadsFolder: this.threadsFolder,
      keychain: this.keychain,
      now: Date.now,
      elapsed: () => performance.now(),
      scryptLn: scryptLnFrom(process.env),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      log: this.log,
      mode: 'window',
    });
    this.takesCommands = await this.running.openCommandDoor().then(
      () => true,
      (cause) => {
        logged(this.log, 'commands are refused')(cause);
        return false;
      },
    );
    if (port === null) return this.running;
    this.show(
      await this.running.listen(...portsFrom(port)).catch((cause: Error) => {
        this.log(faultOf(cause), 'the API is off');
        return undefined;
      }),
    );
    return this.running;
  }

  /**
   * Moves the TCP door to exactly this port, or closes it; false when the port cannot be used. The new door opens before
   * the old one closes, which still answers the requests that it has accepted.
   */
  async moveDoor(port: number | null): Promise<boolean> {
    const before = this.listener;
    if (port !== null && before?.port === port) return true;
    const next = port === null ? undefined : await this.running.listen(port).catch(() => undefined);
    if (port !== null && !next) return false;
    this.show(next);
    before?.close().catch(logged(this.log, 'the API did not close'));
    return true;
  }

  /** The next port after this one that is free; null if none of the next nine is. */
  async freePort(port: number): Promise<number | null> {
    const free = await this.running.listen(...portsFrom(port).slice(1)).catch(() => undefined);
    await free?.close();
    return free?.port ?? null;
  }

  /** Writes api.json, which shows tools where the door is; without a door, removes it. */
  private show(listener: Listener | undefined): void {
    this.withdraw();
    this.listener = listener;
    if (!listener) {
      this.withdraw = () => {};
      return;
    }
    const discovery = { port: listener.port, proof_key: this.running.part(proofKey) };
    const onFault = logged(this.log, 'api.json was not written or removed');
    this.withdraw = publishAddress(this.folder, discovery, onFault);
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
    // The caller of `open` handles a failure to open. `running` is then the previous service, which is closed already.
    const running = await this.opening?.catch(() => undefined);
    this.show(undefined);
    await running?.close();
  }
}
