import type { RunningService } from '../service/service';

const sessionsPath = '/api/v2/sessions.json';

/**
 * The window's session. The token stays in the main process: it is added to the page's requests and removed from the
 * responses. Credentials sent by the page are dropped.
 */
export class WindowSession {
  private token: string | undefined;
  private left = new AbortController();

  constructor(private readonly service: () => Promise<RunningService>) {}

  async fetch(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.delete('authorization');
    if (this.token) headers.set('authorization', `Bearer ${this.token}`);
    const body = request.body ?? undefined;
    // Electron passes on the fragment of an address. No other client sends one, and the service would read it as part
    // of the query.
    const url = new URL(request.url);
    url.hash = '';
    const asked = new Request(url, { method: request.method, headers, body, duplex: 'half' } as RequestInit);
    const response = await (await this.service()).fetch(asked, 'app');
    if (url.pathname !== sessionsPath) return response;
    if (request.method === 'DELETE') this.end();
    return request.method === 'POST' && response.status === 201 ? this.keepToken(response) : response;
  }

  /** Aborted when this session ends: at a lock, a sign-out or the next sign-in. */
  get signal(): AbortSignal {
    return this.left.signal;
  }

  /** Forgets the session, so that the page has to sign in again, and aborts the work begun in it. */
  end(): void {
    this.token = undefined;
    this.left.abort();
    this.left = new AbortController();
  }

  private async keepToken(response: Response): Promise<Response> {
    const { token, ...shown } = (await response.json()) as { token: string };
    this.end();
    this.token = token;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(JSON.stringify(shown), { status: response.status, headers });
  }
}
