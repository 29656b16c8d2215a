import { randomUUID } from 'node:crypto';
import * as contract from '@shared/contract/calibrations';
import type { Service } from '../../../context';
import { asking, bindCollection } from '../../../http/collection';
import { listed } from '../../../http/paging';
import { found } from '../../../refusal';
import { calibrationList, changeCalibration, insertCalibration, removeCalibration, wholeCalibrations } from './queries';
import {
  commentList,
  insertComment,
  mustHaveEnded,
  selectCall,
  selectGuidance,
  selectResults,
  storeAgreement,
} from './results.queries';

export function calibrationRoutes(service: Service): void {
  const { handle, store } = service;
  bindCollection(service, contract.calibrationApi, {
    list: calibrationList,
    whole: wholeCalibrations,
    insert: insertCalibration,
    change: changeCalibration,
  });

  handle(contract.calibrationApi.delete, async (asked) => {
    const { versions, query, by } = asked;
    await store.write(removeCalibration, { ...asking(asked), versions, with_calls: query.with_calls === '1' }, by);
    return {};
  });

  handle(contract.readCalibrationResults, async ({ params: { calibration_id: id }, scope, view }) => ({
    results: await store.read(selectResults, { id, scope }, view),
  }));

  handle(contract.readCalibrationCall, async ({ params, scope, actor: { zone } }) => {
    const { calibration_id: id, call_id } = params;
    return { calibration_call: await store.read(selectCall, { id, call_id, scope, zone }) };
  });

  handle(contract.agreeOnAnswer, async ({ params, body: { agreed }, scope, actor: { zone }, by }) => {
    const { calibration_id: id, call_id, form_question_id } = params;
    await store.write(storeAgreement, { id, call_id, form_question_id, agreed, scope }, by);
    const { questions } = await store.read(selectCall, { id, call_id, scope, zone });
    const stored = questions.find((one) => one.form_question_id === form_question_id)?.agreed;
    return { agreed: found(stored ?? undefined) };
  });

  handle(contract.readGuidance, async ({ params: { form_id }, scope, actor: { zone } }) => ({
    guidance: await store.read(selectGuidance, { form_id, scope, zone }),
  }));

  const comments = listed(store, contract.listCalibrationComments, commentList);
  handle(contract.listCalibrationComments, async (asked) => {
    const { params, scope } = asked;
    await store.get(mustHaveEnded, { id: params.calibration_id, scope });
    return comments(asked);
  });

  handle(contract.commentCalibration, async ({ params, body: { comment }, scope, actor: { zone }, by }) => ({
    comment: await store.write(
      insertComment,
      { id: params.calibration_id, comment_id: randomUUID(), comment, scope, zone },
      by,
    ),
  }));
}
