import type { Session } from '@shared/contract/sessions';
import type { PageRecording, Person } from '@shared/ipc';
import type { RunningService } from '../service/service';
import { origin } from './security';

const sessionsPath = '/api/v2/sessions.json';

/**
 * The window's session. The token stays in the main process: it is added to the page's requests and removed from the
 * responses. Credentials sent by the page are dropped.
 */
export class WindowSession {
  private token: string | undefined;
  private person: Person | null = null;
  private left = new AbortController();
  /** The user whose session a lock ended: a window that is opened later asks for their password. */
  lockedFor: Person | null = null;
  /** The recording that the page makes, with the token of the session in which it began: a lock does not end it. */
  private recording: (PageRecording & { token: string | undefined }) | null = null;
  private readonly waiting: (() => void)[] = [];
  /** Called with the reason when a recording was not closed with the session. */
  onFault: (cause: Error) => void = () => {};

  constructor(private readonly service: () => Promise<RunningService>) {}

  async fetch(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.delete('authorization');
    const token = this.tokenFor(new URL(request.url).pathname);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const body = request.body ?? undefined;
    // Electron passes on the fragment of an address. No other client sends one, and the service would read it as part
    // of the query.
    const url = new URL(request.url);
    url.hash = '';
    // The end of the session would leave the recording without a way to be closed.
    if (url.pathname === sessionsPath && request.method === 'DELETE') await this.closeRecording().catch(this.onFault);
    const { method, signal } = request;
    const asked = new Request(url, { method, headers, body, signal, duplex: 'half' } as RequestInit);
    const response = await (await this.service()).fetch(asked, 'app');
    if (url.pathname !== sessionsPath) return response;
    if (request.method === 'DELETE') {
      this.end();
      this.lockedFor = null;
    }
    return request.method === 'POST' && response.status === 201 ? this.keepToken(response) : response;
  }

  /** Keeps the session of a recording for it, until the page says that it makes none. */
  record(recording: PageRecording | null): void {
    const before = this.recording;
    if (!recording) this.recording = null;
    else if (before?.recording_id !== recording.recording_id) this.recording = { ...recording, token: this.token };
    // The token belongs to the call for which it was kept, whatever the page says later.
    else this.recording = { ...recording, call_id: before.call_id, token: before.token };
    if (!recording) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Resolves once the page makes no recording. */
  async recordingOver(): Promise<void> {
    if (this.recording) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The recording that the page makes. */
  get recorded(): PageRecording | null {
    return this.recording;
  }

  /** The token with which it continues. */
  get recordingToken(): string | undefined {
    return this.recording?.token;
  }

  /** Closes that recording when the page can no longer do so. Throws if the service did not: it closes it later. */
  async closeRecording(): Promise<void> {
    if (!this.recording) return;
    const { recording_id } = this.recording;
    try {
      const request = new Request(`${origin}/api/v2/recordings/${recording_id}.json`, { method: 'DELETE' });
      const { ok, status } = await this.fetch(request);
      if (!ok && status !== 404 && status !== 410) throw new Error(`Status ${status}.`);
    } finally {
      if (this.recording?.recording_id === recording_id) this.record(null);
    }
  }

  /** Anyone at the microphone may end and pause its recording, even while nobody is signed in. */
  private tokenFor(path: string): string | undefined {
    if (!this.recording) return this.token;
    const { recording_id, call_id, token } = this.recording;
    const own = [
      `/api/v2/recordings/${recording_id}.json`,
      `/api/v2/recordings/${recording_id}/audio`,
      `/api/v2/calls/${call_id}.json/muting`,
    ];
    return own.includes(path) ? token : this.token;
  }

  /** Aborted when this session ends: at a lock, a sign-out or the next sign-in. */
  get signal(): AbortSignal {
    return this.left.signal;
  }

  /** Forgets the session, so that the page has to sign in again, and aborts the work begun in it. */
  end(): void {
    this.token = undefined;
    this.person = null;
    this.left.abort();
    this.left = new AbortController();
  }

  /** Ends the session, and remembers whose it was. */
  lock(): void {
    this.lockedFor = this.person ?? this.lockedFor;
    this.end();
  }

  private async keepToken(response: Response): Promise<Response> {
    const { token, ...shown } = (await response.json()) as { token: string } & Pick<Session, 'user'>;
    this.end();
    this.token = token;
    const { user_id, name, fieldset_login } = shown.user;
    this.person = { user_id, name, login: fieldset_login?.login ?? '' };
    this.lockedFor = null;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(JSON.stringify(shown), { status: response.status, headers });
  }
}
