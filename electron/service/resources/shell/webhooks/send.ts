import { createHmac } from 'node:crypto';
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { localHosts } from '@shared/local-hosts';
import { codeOf } from '../../../error-code';
import { isForbidden, isLoopback } from './addresses';
import type { Tried } from './outbox.queries';

const answerMs = 10_000;

/** The headers of a delivery (Standard Webhooks 1.0). `secrets` are the 32 bytes of each secret that signs. */
export function signed(id: string, at: number, body: string, secrets: readonly Buffer[]): Record<string, string> {
  const seconds = Math.floor(at / 1000);
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': signatures.join(' ') };
}

type Sent = { url: string; headers: Record<string, string>; body: string; signal: AbortSignal };
type Resolve = typeof lookup;

/**
 * Posts a delivery, without a proxy and without following a redirect, and returns what came of it within ten seconds. The
 * address is checked once its name is resolved, and is the one that is connected to, so that a name cannot lead elsewhere.
 */
export function post({ url, headers, body, signal }: Sent, resolve: Resolve = lookup): Promise<Tried> {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isAllowed = localHosts.includes(hostname) ? isLoopback : (address: string) => !isForbidden(address);
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.resolve({ status: null, fault: 'address' });
  const send = protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolved) => {
    const request = send(url, {
      method: 'POST',
      // Without an agent there is no connection that was resolved for something else.
      agent: false,
      lookup: checking(isAllowed, resolve),
      headers: {
        ...headers,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'User-Agent': 'Earshot',
      },
    });
    // Not AbortSignal.timeout, which Node 20 forgets when it collects garbage.
    const timer = setTimeout(() => done({ status: null, fault: 'timeout' }), answerMs);
    const stop = () => done({ status: null, fault: 'connection' });
    function done(tried: Tried): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolved(tried);
      request.destroy();
    }
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    request.on('error', (cause) => done({ status: null, fault: faultOf(cause) }));
    // Otherwise an answer that changes the protocol would end nothing.
    request.on('upgrade', ({ statusCode = 0 }) => done({ status: statusCode, fault: 'status' }));
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const fault = status >= 200 && status < 300 ? null : status >= 300 && status < 400 ? 'redirect' : 'status';
      // The status counts, whatever becomes of the rest, which is not waited for.
      done({ status, fault });
      response.on('error', () => undefined);
    });
    request.end(body);
  });
}

/** A resolver that fails for a name with an address that is not allowed. */
function checking(isAllowed: (address: string) => boolean, resolve: Resolve) {
  type Found = (cause: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
  return (name: string, options: LookupOptions, found: Found): void =>
    resolve(name, { ...options, all: true }, (cause, addresses) => {
      if (cause) return found(cause, []);
      if (addresses.length === 0 || !addresses.every(({ address }) => isAllowed(address))) {
        return found(Object.assign(new Error('The address is not allowed.'), { code: forbiddenCode }), []);
      }
      const [first] = addresses;
      if (options.all) found(null, addresses);
      else found(null, first?.address ?? '', first?.family);
    });
}

const forbiddenCode = 'EARSHOT_FORBIDDEN_ADDRESS';

function faultOf(cause: Error): Tried['fault'] {
  const code = codeOf(cause) ?? '';
  if (code === forbiddenCode) return 'address';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name';
  if (/CERT|SSL|TLS|ISSUER|EPROTO/.test(code)) return 'certificate';
  return 'connection';
}
