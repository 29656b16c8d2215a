import { randomUUID } from 'node:crypto';
import { listAllTokens, tokenApi } from '@shared/contract/tokens';
import { mustBePerson } from '../../../../access/actor';
import type { Service } from '../../../../context';
import { Finished } from '../../../../http/answers';
import { addressOf, asking, bindCollection } from '../../../../http/collection';
import { listed } from '../../../../http/paging';
import { newToken, sealForToken } from '../../../../vault/access-token';
import { userList } from '../list/queries';
import { allTokenList, changeToken, insertToken, removeToken, tokenList } from './queries';

export function tokenRoutes(service: Service): void {
  const { handle, store } = service;

  bindCollection(service, tokenApi, { list: tokenList, under: userList, change: changeToken, remove: removeToken });

  handle(listAllTokens, listed(store, listAllTokens, allTokenList));

  handle(tokenApi.create, async ({ params, body, actor, by, ...asked }) => {
    mustBePerson(actor);
    const [id, { token, hash }] = [randomUUID(), newToken()];
    const { user_id } = params;
    // Someone else's private key is never open here: such a token opens no recording that needs it.
    const private_key = user_id === actor.user_id ? actor.private_key : undefined;
    const hint = token.slice(-4);
    const sealed = { hash, hint, private_key_sealed: private_key ? sealForToken(token, user_id, private_key) : null };
    const change = { ...asking({ params, actor, ...asked }), id, parent: user_id, record: body.token, sealed };
    await store.write(insertToken, change, by);
    const url = addressOf(tokenApi.read.path, { user_id }, id);
    return new Finished(Response.json({ url, token }, { status: 201, headers: { Location: url } }));
  });
}
