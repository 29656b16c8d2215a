import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { RefusalBody } from '@shared/contract/refusals';
import { localHosts } from '@shared/local-hosts';
import { type Reason, reason } from '@shared/reasons/reasons';
import { faultOf, type Log } from '../log';
import { isRefusal } from '../refusal';
import { alwaysSent, Streamed, Whole } from './answers';
import { bodyOf } from './errors';
import { isHostile } from './path';
import { givePlace, type Place, Places } from './places';
import { sendAll } from './send-all';

const signedPath = '/calls/file/';
const maxHeaders = 100;
const headerBytes = 16_384;
const addressBytes = 8_192;
const idleMs = 30_000;
const mostConnections = 2_048;
/** After a response, the rest of a request may arrive in this time. */
const restMs = 5_000;
/** A client that gets a refusal instead of a response can read it in this time. */
const partingMs = 1_000;
/** Time for responses to finish when the door closes. */
const drainMs = 10_000;

export type Listener = { port: number; close(): Promise<void> };
type Fetch = (request: Request) => Promise<Response>;

/**
 * The TCP door: 127.0.0.1 and ::1 on one port, protected by checks of host, origin and size. Uses the first free port
 * of `ports`; with 0 the system chooses. A client that must send or receive may be silent for `silentMs`. Beyond
 * `connections`, a new one takes the place of the one that has been without a request at work for the longest time.
 */
export async function listen(
  fetch: Fetch,
  ports: number[],
  {
    silentMs = idleMs,
    connections = mostConnections,
    log = () => {},
  }: { silentMs?: number; connections?: number; log?: Log } = {},
): Promise<Listener> {
  const door = new LoopbackDoor(fetch, { silentMs, connections, log });
  // A port that the system chose for one family may be in use for the other.
  for (const port of ports.flatMap((one) => (one === 0 ? [0, 0, 0] : [one]))) {
    const servers = await door.open(port);
    if (servers) return { port: door.port, close: () => door.close(servers) };
  }
  throw new Error(
    ports.length > 1 ? `The ports ${ports[0]} to ${ports.at(-1)} are all in use.` : `Port ${ports[0]} is in use.`,
  );
}

class LoopbackDoor {
  port = 0;
  private readonly places = new Places();
  /** The open responses, each with its place. */
  private readonly served = new Map<unknown, Place>();
  /** The open connections and the places of their requests, the one that was used last at the end. */
  private readonly connections = new Map<Socket, Set<Place>>();

  constructor(
    private readonly fetch: Fetch,
    private readonly options: { silentMs: number; connections: number; log: Log },
  ) {}

  /** Opens both families on one port; undefined when the port is in use. A machine without IPv6 gets IPv4 only. */
  async open(port: number): Promise<Server[] | undefined> {
    const four = await this.bind('127.0.0.1', port);
    if (!four) return undefined;
    this.port = (four.address() as AddressInfo).port;
    try {
      const six = await this.bind('::1', this.port);
      if (six) return [four, six];
      four.close();
      return undefined;
    } catch {
      return [four];
    }
  }

  async close(servers: Server[]): Promise<void> {
    await Promise.all(servers.map(drained));
  }

  private bind(host: string, port: number): Promise<Server | undefined> {
    const server = createServer(
      {
        headersTimeout: 10_000,
        requestTimeout: 0,
        connectionsCheckingInterval: 2_000,
        keepAliveTimeout: 5_000,
        maxHeaderSize: headerBytes,
        // `check` refuses it instead, with a body that says why.
        requireHostHeader: false,
      },
      (incoming, outgoing) => void this.serve(incoming, outgoing),
    );
    server.maxRequestsPerSocket = 1_000;
    server.on('connection', (socket) => this.admit(socket));
    // One more than the limit, so that `check` refuses surplus headers instead of Node dropping them silently.
    server.maxHeadersCount = maxHeaders + 1;
    // Node would answer by itself, without the headers and the body of a refusal.
    server.on(
      'checkExpectation',
      (_, outgoing) => void answer(outgoing, refusal(417, 'InvalidRecord', reason('expectation_unknown'))),
    );
    server.on('clientError', (cause: NodeJS.ErrnoException, socket) => refuseUnread(cause, socket));
    return new Promise((resolve, reject) => {
      server.once('error', (cause: NodeJS.ErrnoException) =>
        cause.code === 'EADDRINUSE' ? resolve(undefined) : reject(cause),
      );
      server.listen({ host, port, exclusive: true }, () => resolve(server));
    });
  }

  private async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    incoming.url = inOriginForm(incoming);
    const refused = this.check(incoming);
    if (refused) return answer(outgoing, refused);
    this.take(outgoing, incoming.socket);
    closeWithSocket(outgoing, incoming.socket);
    cutWhenIdle(incoming, outgoing, this.options.silentMs);
    await this.toFetch(incoming, outgoing);
  }

  /** Lets a new connection in, if need be in place of another one: clients without a request must not shut others out. */
  private admit(socket: Socket): void {
    this.connections.set(socket, new Set());
    socket.once('close', () => this.connections.delete(socket));
    if (this.connections.size <= this.options.connections) return;
    for (const [other, places] of this.connections) {
      if ([...places].some(({ isHeld }) => isHeld)) continue;
      this.connections.delete(other);
      other.destroy();
      return;
    }
  }

  /** The place of a request, until its response is closed. */
  private take(outgoing: ServerResponse, socket: Socket): void {
    const place = this.places.place();
    this.served.set(outgoing, place);
    this.used(socket)?.add(place);
    outgoing.once('close', () => {
      this.served.delete(outgoing);
      place.end();
      this.used(socket)?.delete(place);
    });
  }

  private used(socket: Socket): Set<Place> | undefined {
    const places = this.connections.get(socket);
    if (places) {
      this.connections.delete(socket);
      this.connections.set(socket, places);
    }
    return places;
  }

  private readonly toFetch = getRequestListener(
    async (request, { outgoing: either }) => {
      // The door has no HTTP/2.
      const outgoing = either as ServerResponse;
      const place = this.served.get(outgoing);
      if (place) givePlace(request, place);
      const response = await this.fetch(request);
      const headers = Object.fromEntries(response.headers);
      if (response instanceof Whole) {
        outgoing.writeHead(response.status, { ...headers, 'Content-Length': Buffer.byteLength(response.whole) });
        endWith(response.whole, outgoing);
      } else if (response instanceof Streamed) {
        outgoing.writeHead(response.status, headers);
        await sendAll(response.source, outgoing).catch((cause: unknown) => {
          outgoing.destroy();
          // The damage of a recording is audited instead.
          if (!isRefusal(cause)) this.options.log(faultOf(cause), 'sending a response failed');
        });
      } else if (response.status >= 400) {
        await refuse(outgoing, response, headers);
      } else return response;
      return RESPONSE_ALREADY_SENT;
    },
    { overrideGlobalObjects: false },
  );

  /** Protects a loopback address from web pages, before routing, credentials and body (docs/security.md). */
  private check({ headers, method = '', url = '', rawHeaders }: IncomingMessage): Response | undefined {
    if (rawHeaders.length > 2 * maxHeaders)
      return refusal(431, 'InvalidRecord', reason('too_many_headers', { most: maxHeaders }));
    const hosts = rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts !== 1 || !url.startsWith('/')) return refusal(400, 'InvalidRecord', reason('host_missing'));
    if (!this.hostNames().has(headers.host?.toLowerCase() ?? '')) {
      return refusal(403, 'PermissionError', reason('host_foreign'));
    }
    const site = headers['sec-fetch-site'] ?? 'none';
    // The page /docs, whose requests other than GET have its origin. `host` has been checked above.
    const isOwnPage = site === 'same-origin' && headers.origin === `http://${headers.host}`;
    if (headers.origin !== undefined && !isOwnPage) return refusal(403, 'PermissionError', reason('web_page'));
    // A page of another program may play what a signed URL opens, which sends no Origin. It cannot read the bytes.
    const isPlaying = url.startsWith(signedPath) && (method === 'GET' || method === 'HEAD');
    if (site !== 'none' && site !== 'same-origin' && !isPlaying) {
      return refusal(403, 'PermissionError', reason('web_page'));
    }
    if (url.length > addressBytes)
      return refusal(414, 'InvalidRecord', reason('address_too_long', { most: addressBytes }));
    // Checked here, because the URL of a Request has already resolved dots and backslashes.
    if (isHostile(url.replace(/[?#].*/s, ''))) {
      return refusal(404, 'NotFound', reason('not_found'));
    }
    return undefined;
  }

  private hostNames(): Set<string> {
    return new Set(localHosts.map((name) => `${name}:${this.port}`));
  }
}

/** Closes a server once its requests have been answered, and after ten seconds in any case. */
export function drained(server: Server): Promise<void> {
  // Otherwise, a connection that has just answered would be kept alive for another request.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  return new Promise<void>((resolve) => server.close(() => resolve())).finally(() => {
    clearInterval(idle);
    clearTimeout(cut);
  });
}

/** The target without scheme and authority, if it has those of the Host header (RFC 9112, section 3.2.2). */
function inOriginForm({ headers, url = '' }: IncomingMessage): string {
  const [whole = '', authority, rest = ''] = /^http:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (!whole || authority?.toLowerCase() !== headers.host?.toLowerCase()) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

const refusal = (status: number, error: RefusalBody['error'], why: Reason) =>
  Response.json({ ...bodyOf(error, why), ...(status === 400 && { details: {} }) }, { status });

function answer(outgoing: ServerResponse, response: Response): Promise<void> {
  // Not by the header, after which Node would not say so.
  outgoing.shouldKeepAlive = false;
  return refuse(outgoing, response, { ...alwaysSent, ...Object.fromEntries(response.headers) });
}

async function refuse(outgoing: ServerResponse, response: Response, headers: OutgoingHttpHeaders): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, { ...headers, 'Content-Length': body.length });
  endWith(body, outgoing);
}

/**
 * Ends a response. A connection that closes after it stays open while the rest of the request arrives, otherwise the client
 * gets an error of its own writing instead of the response (RFC 9112, section 9.6).
 */
function endWith(body: string | Uint8Array, outgoing: ServerResponse): void {
  const incoming = outgoing.req;
  if (outgoing.shouldKeepAlive || incoming.complete || incoming.destroyed) return void outgoing.end(body);
  outgoing.write(body);
  const end = () => {
    clearTimeout(rest);
    outgoing.end();
  };
  const rest = setTimeout(end, restMs).unref();
  incoming.once('end', end).once('close', end).resume();
}

/**
 * Input that Node's parser cannot read never becomes a request, but gets the same kind of response as other refusals.
 */
function refuseUnread({ code }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === 'ECONNRESET') return void socket.destroy();
  const [status, why] =
    code === 'HPE_HEADER_OVERFLOW'
      ? ([431, reason('headers_too_long', { most: headerBytes })] as const)
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, reason('arrived_too_slowly')] as const)
        : ([400, reason('not_http')] as const);
  const body = JSON.stringify({ ...bodyOf('InvalidRecord', why), details: {} });
  const head = {
    ...alwaysSent,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  // The other side may never close its half.
  setTimeout(() => socket.destroy(), partingMs).unref();
}

const unanswered = new WeakMap<Socket, Set<ServerResponse>>();

/**
 * Closes a response with its socket. Node closes the response that is being sent, but forgets those queued behind it
 * (pipelining): their places in the limit would stay taken, and their sources open, until the next start.
 */
function closeWithSocket(outgoing: ServerResponse, socket: Socket): void {
  const responses = unanswered.get(socket) ?? new Set();
  if (!unanswered.has(socket)) {
    unanswered.set(socket, responses);
    socket.once('close', () => {
      for (const response of responses) if (!response.socket) response.destroy().emit('close');
    });
  }
  responses.add(outgoing);
  outgoing.once('close', () => responses.delete(outgoing));
}

/**
 * Ends a request whose sender or receiver was silent for too long, but not while the service is at work: nothing moves
 * on the socket then, and Node would destroy it. Also ends a request whose JSON body is not complete in this time, and one
 * that is still being sent after its response. Otherwise a sender of single bytes could hold a connection indefinitely.
 */
function cutWhenIdle(incoming: IncomingMessage, outgoing: ServerResponse, silentMs: number): void {
  const { socket } = incoming;
  let hasWaited = true;
  const onSilence = () => {
    const waits = !(incoming.complete || incoming.isPaused() || incoming.readableLength > 0);
    if (outgoing.writableLength > 0 || (waits && hasWaited)) return void incoming.destroy();
    // A body that was read late is awaited from then on.
    hasWaited = waits;
    socket.setTimeout(silentMs);
  };
  incoming.setTimeout(silentMs, onSilence);
  // Node asks the request only until its body is complete.
  outgoing.on('timeout', () => incoming.complete && onSilence());
  outgoing.once('finish', () => {
    if (incoming.complete) return;
    const rest = setTimeout(() => incoming.destroy(), restMs).unref();
    incoming.once('end', () => clearTimeout(rest)).once('close', () => clearTimeout(rest));
  });
  if (!incoming.headers['content-type']?.includes('json')) return;
  const late = setTimeout(() => incoming.destroy(), silentMs);
  incoming.once('end', () => clearTimeout(late)).once('close', () => clearTimeout(late));
}
