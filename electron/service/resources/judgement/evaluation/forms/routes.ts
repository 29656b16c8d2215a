import { randomUUID } from 'node:crypto';
import * as contract from '@shared/contract/evaluation-forms';
import type { Service } from '../../../../context';
import { created, Finished, jsonText } from '../../../../http/answers';
import { attachment } from '../../../../http/attachment';
import { addressOf, asking, bindCollection } from '../../../../http/collection';
import { found } from '../../../../refusal';
import { changeForm, copyForm, formList, insertForm, removeForm, wholeForms } from './queries';
import { exported } from './rules';

export function evaluationFormRoutes(service: Service): void {
  const { handle, store } = service;
  const { evaluationFormApi: api } = contract;
  const rules = { list: formList, whole: wholeForms, insert: insertForm, change: changeForm, remove: removeForm };
  bindCollection(service, api, rules);

  handle(contract.cloneForm, async (asked) => {
    const [id, { name }] = [randomUUID(), asked.body.evaluation_form];
    await store.write(copyForm, { ...asking(asked), id, source: asked.params.form_id, name }, asked.by);
    return created(addressOf(api.read.path, {}, id));
  });

  handle(contract.exportForm, async ({ params: { form_id: id }, scope, actor: { zone } }) => {
    const form = JSON.parse(found(await store.get(wholeForms.one, { id, scope, zone })).json);
    const text = JSON.stringify({ evaluation_form: exported(form) }, null, 2);
    return new Finished(jsonText(text, { 'Content-Disposition': attachment(`${form.name}.json`) }));
  });
}
