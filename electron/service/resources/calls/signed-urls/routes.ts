import { followSignedUrl, signFileUrl } from '@shared/contract/signed-urls';
import { holds } from '@shared/permissions';
import { reason } from '@shared/reasons/reasons';
import { type Actor, limited } from '../../../access/actor';
import { validTokens } from '../../../access/queries';
import { scopeOf } from '../../../access/scope';
import { mustBeAlike } from '../../../audio/join';
import type { Service } from '../../../context';
import { isRefusal, Refusal } from '../../../refusal';
import { tcpDoor } from '../../../tcp-door';
import { grantIdOf, isGenuine, newSecret, readTarget, type SignedUrl, signedTarget } from '../../../vault/signed-url';
import { delivery } from '../calls';
import { urlClock } from './clock';
import { openDataKeys, sealDataKeys, UrlDataKeys } from './data-keys';
import { UrlKeys } from './keys';
import { issueUrl, opensFiles, selectUrlGrant } from './queries';

export function signedUrlRoutes(service: Service): void {
  const { handle, store, authenticator, log, part } = service;
  const [sending, clock, door] = [part(delivery), part(urlClock), part(tcpDoor)];
  const [keys, dataKeys] = [new UrlKeys(service), new UrlDataKeys(part)];

  handle(signFileUrl, async ({ params, query: { expires, file_id }, request, scope, actor, door: through, by }) => {
    const rows = await sending.files({ ...params, file_id, scope });
    mustBeAlike(rows);
    if (!actor.private_key) throw new Refusal('PermissionError', reason('key_pair_missing'));
    const portal = through === 'tcp' ? new URL(request.url) : ownAddress();
    const seen_at = await clock.now();
    const { key, key_number } = await keys.current(seen_at, actor.user_id);
    const url: SignedUrl = {
      ...params,
      file_id,
      key_number,
      user_id: actor.user_id,
      token_id: actor.tool?.token_id,
      secret: newSecret(),
      expires: Math.floor(seen_at / 1000) + expires,
    };
    const needed = await dataKeys.of(rows, actor);
    const grant = needed.length === 0 ? null : sealDataKeys(url, needed);
    await store.write(issueUrl, { ...params, file_id, seen_at, expires_at: url.expires * 1000, grant }, by);
    return { signed_url: `http://${portal.host}${signedTarget(key, portal.hostname, url)}` };
  });

  handle(followSignedUrl, async ({ request }) => {
    const { url, issuer } = await admitted(request);
    const { call_id, file_id, secret } = url;
    const sealed = await store.get(selectUrlGrant, { grant_id: grantIdOf(secret), call_id });
    const { user_id } = issuer;
    if (sealed && !(await store.get(opensFiles, { call_id, file_id, user_id }))) throw refused('grant');
    const data_keys = sealed ? openDataKeys(url, sealed) : new Map<string, Buffer>();
    const actor = { ...issuer, door: 'signed_link' as const, signed_url: grantIdOf(secret), data_keys };
    const asked = {
      call_id,
      file_id,
      scope: scopeOf(issuer, service.now()),
      actor,
      request,
      action: 'download' as const,
    };
    const response = await sending
      .send(asked)
      .catch((cause: unknown) => {
        throw isRefusal(cause, 'NotFound', 'PermissionError', 'InvalidRecord') ? refused(cause.reason.code) : cause;
      })
      .finally(() => {
        // The containers are open.
        for (const key of data_keys.values()) key.fill(0);
      });
    response.headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
    return response;
  });

  /** A URL whose signature, time and issuer hold. Everything else is refused alike, with the reason in the log only. */
  async function admitted(request: Request): Promise<{ url: SignedUrl; issuer: Actor }> {
    const { origin, hostname } = new URL(request.url);
    const url = readTarget(request.url.slice(origin.length));
    if (!url) throw refused('malformed');
    const at = await clock.now();
    const key = await keys.find(url.key_number, at, url.user_id);
    if (!key || !isGenuine(key, hostname, url)) throw refused('signature');
    if (url.expires * 1000 < at) throw refused('expired');
    const issuer = await authenticator.userOf(url.user_id);
    if (!issuer) throw refused('issuer');
    const left = url.token_id === undefined ? issuer : await leftOf(url.token_id, issuer);
    if (!left) throw refused('token');
    if (!holds(left.permissions, signFileUrl.permission)) throw refused('issuer');
    return { url, issuer: left };
  }

  /** What a token leaves of the rights of its user; undefined once it is no longer valid, or may not use the API. */
  async function leftOf(token_id: string, issuer: Actor): Promise<Actor | undefined> {
    const limits = (await store.get(validTokens, { ids: [token_id], now: service.now() })).get(token_id);
    const left = limits && limited(issuer, limits);
    return left && holds(left.permissions, 'system:api_access') ? left : undefined;
  }

  function refused(why: string): Refusal {
    log({ reason: why }, 'signed URL refused');
    return new Refusal('PermissionError', reason('signed_url_refused'));
  }

  /** The address of the service for a request through the window, which has none. */
  function ownAddress(): URL {
    if (door.port === undefined) throw new Refusal('ServiceUnavailable', reason('listener_off'));
    return new URL(`http://127.0.0.1:${door.port}`);
  }
}
