import { categorizeCalls as categorize } from '@shared/contract/call-bulk';
import { addCallCategory, removeCallCategory, updateCall, updateCalls } from '@shared/contract/call-changes';
import { readCall } from '@shared/contract/calls';
import { reason } from '@shared/reasons/reasons';
import type { Service } from '../../../../context';
import { created, Finished, jsonText } from '../../../../http/answers';
import { changed } from '../../../../http/single';
import { invalid } from '../../../../refusal';
import { callList } from '../list.queries';
import { type CallChange, categorizeCall, categorizeCalls, changeCalls, changeCallsAndRead } from './queries';

export function callChangeRoutes({ handle, store }: Service): void {
  const read = changed(store, callList, readCall);

  handle(updateCall, async (asked) => {
    const { body, params, versions, scope, by } = asked;
    const { custom_fields, categories, from_number, from_name, to_number, to_name, ...others } = body.call;
    const { agent_name, agent_user_id, protocol_call_direction } = others;
    const sides = { from_number, from_name, to_number, to_name };
    const parties = { ...sides, agent_name, agent_user_id, protocol_call_direction };
    const calls = [{ ...params, path: '', custom_fields, categories, parties }];
    await store.write(changeCalls, { calls, versions, scope }, by);
    return read(asked);
  });

  handle(updateCalls, async ({ body, versions, scope, actor, by }) => {
    const calls: CallChange[] = body.call
      ? [{ ...body.call, path: 'call.', categories: undefined }]
      : (body.calls ?? []).map((call, n) => ({ ...call, path: `calls.${n}.`, categories: undefined }));
    if (versions && calls.length > 1) throw invalid({ 'If-Match': reason('if_match_of_several') });
    const made = await store.write(changeCallsAndRead, { calls, versions, scope, zone: actor.zone }, by);
    const records = calls.map(({ call_id }) => made.get(call_id));
    const json = body.call ? `{"call":${records}}` : `{"calls":[${records}]}`;
    return new Finished(jsonText(json));
  });

  handle(categorize, async ({ body: { call_ids, ...categories }, scope, actor, by }) => {
    const asked = { ids: call_ids, ...categories, scope, zone: actor.zone };
    const { records, refused } = await store.write(categorizeCalls, asked, by);
    return new Finished(jsonText(`{"calls":[${records}],"refused":${JSON.stringify(refused)}}`));
  });

  handle(addCallCategory, async ({ params, versions, scope, by }) => {
    await store.write(categorizeCall, { ...params, isIn: true, versions, scope }, by);
    return created(readCall.path.replace(':call_id', params.call_id));
  });

  handle(removeCallCategory, async ({ params, versions, scope, by }) => {
    await store.write(categorizeCall, { ...params, isIn: false, versions, scope }, by);
    return {};
  });
}
