import type { RunningService } from '../service/service';

const sessionsPath = '/api/v2/sessions.json';

/**
 * The window's session. The token stays here: it is put on the page's requests and taken out of the answers, and
 * what the page sends as credentials is dropped.
 */
export class WindowSession {
  private token: string | undefined;

  constructor(private readonly service: () => RunningService) {}

  async fetch(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.delete('authorization');
    if (this.token) headers.set('authorization', `Bearer ${this.token}`);
    const body = request.body ?? undefined;
    // Electron hands on the fragment of an address; no other client sends one, and the service would take it for the query.
    const url = new URL(request.url);
    url.hash = '';
    const asked = new Request(url, { method: request.method, headers, body, duplex: 'half' } as RequestInit);
    const response = await this.service().fetch(asked, 'app');
    if (url.pathname !== sessionsPath) return response;
    if (request.method === 'DELETE') this.token = undefined;
    return request.method === 'POST' && response.status === 201 ? this.keepToken(response) : response;
  }

  /** Forgets the session, so that the page has to sign in again. */
  end(): void {
    this.token = undefined;
  }

  private async keepToken(response: Response): Promise<Response> {
    const { token, ...shown } = (await response.json()) as { token: string };
    this.token = token;
    const headers = new Headers(response.headers);
    headers.delete('content-length');
    return new Response(JSON.stringify(shown), { status: response.status, headers });
  }
}
