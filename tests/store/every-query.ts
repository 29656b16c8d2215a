import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Filter, filterOf } from '@shared/call-filters/filter';
import { evaluationSorts } from '@shared/contract/evaluation-reports';
import { operations } from '@shared/contract/operations';
import { pushCall } from '@shared/contract/pushes';
import type { Definition } from '@shared/contract/reports';
import { fold } from '@shared/fold';
import { everyPermission } from '@shared/permissions';
import { dimensions, metrics } from '@shared/report-names';
import { selectSeen } from '../../electron/service/access/followed';
import { declaredLists, type List, type ListOperation } from '../../electron/service/access/list';
import {
  accountById,
  accountByLogin,
  accountByToken,
  anyUser,
  recordRefusal,
  recordSignOut,
  recordView,
  selectOwnerPlace,
  validTokens,
} from '../../electron/service/access/queries';
import type { SealedFile } from '../../electron/service/audio/live/live-file';
import { type HeardFile, measureTalk } from '../../electron/service/audio/talk';
import { countAllCalls, insertCalls, type NewCall } from '../../electron/service/resources/calls/calls';
import { linkCalls, previewLink, selectNamedAgents } from '../../electron/service/resources/calls/calls/agents/queries';
import {
  categorizeCall,
  categorizeCalls,
  changeCalls,
  changeCallsAndRead,
} from '../../electron/service/resources/calls/calls/changes/queries';
import {
  countFilesWithout,
  discardLater,
  forgetDiscarded,
  replaceContainers,
  selectCopies,
  selectDiscarded,
  selectFilesWithout,
} from '../../electron/service/resources/calls/calls/files/containers.queries';
import {
  bindPeaks,
  clearDamage,
  type NewFile,
  recordAccess,
  recordDamage,
  selectFiles,
} from '../../electron/service/resources/calls/calls/files/queries';
import { callList } from '../../electron/service/resources/calls/calls/list.queries';
import {
  changeNote,
  insertNote,
  insertNotes,
  removeNote,
} from '../../electron/service/resources/calls/calls/notes/queries';
import { selectReached } from '../../electron/service/resources/calls/calls/reach.queries';
import {
  condemnCalls,
  destroyCall,
  holdCall,
  removeCall,
  removeCalls,
  restoreCall,
  restoreCalls,
} from '../../electron/service/resources/calls/calls/removal/queries';
import { isRenewing, renewTexts } from '../../electron/service/resources/calls/calls/search/queries';
import {
  countTalk,
  isTalkPending,
  measureOpened,
  retryTalk,
  selectDueTalk,
  storeMeasured,
} from '../../electron/service/resources/calls/calls/talk/queries';
import {
  changeCategory,
  insertCategory,
  removeCategory,
} from '../../electron/service/resources/calls/categories/queries';
import { insertClients } from '../../electron/service/resources/calls/clients/queries';
import {
  changeCustomField,
  insertCustomField,
  removeCustomField,
} from '../../electron/service/resources/calls/custom-fields/queries';
import { selectUsage } from '../../electron/service/resources/calls/custom-fields/usage.queries';
import {
  beginRewrap,
  endRewrap,
  hasRunningRewrap,
  interruptRewraps,
  selectRewrap,
} from '../../electron/service/resources/calls/rewraps/queries';
import {
  changeSearch,
  insertSearch,
  removeSearch,
} from '../../electron/service/resources/calls/saved-searches/queries';
import {
  issueUrl,
  keepTime,
  opensFiles,
  selectClock,
  selectUrlGrant,
} from '../../electron/service/resources/calls/signed-urls/queries';
import { selectReachedReports } from '../../electron/service/resources/judgement/evaluation/reports/reach.queries';
import { computeFigures } from '../../electron/service/resources/judgement/reports/engine/queries';
import {
  changeReport,
  checkFilter,
  insertReport,
  removeReport,
  selectVisibleFields,
} from '../../electron/service/resources/judgement/reports/queries';
import { giveLacking, selectLacking } from '../../electron/service/resources/judgement/reports/ready-made/queries';
import {
  beginRun,
  completeRun,
  failRuns,
  hasUnfinishedRun,
  insertRun,
  keepProgress,
  removeRun,
  revokeRun,
  selectChart,
  selectData,
  selectRows,
  selectRunId,
} from '../../electron/service/resources/judgement/reports/runs/queries';
import {
  grantToUser,
  revokeFromUser,
  selectHolders,
} from '../../electron/service/resources/keys/encrypt-keys/grants/queries';
import { selectCallKeys } from '../../electron/service/resources/keys/encrypt-keys/of-call.queries';
import {
  changeEncryptKey,
  insertEncryptKey,
  type NewKey,
  recordExport,
  removeEncryptKey,
  selectActiveKeys,
  selectKey,
  selectKeyTenant,
  selectOpeners,
} from '../../electron/service/resources/keys/encrypt-keys/queries';
import { moveKeks, selectKitTime, selectSealedKeks } from '../../electron/service/resources/keys/master-key/queries';
import { recordKit, recordOpening } from '../../electron/service/resources/keys/recovery-kits/queries';
import {
  changeTenant,
  hasOtherTenants,
  insertTenant,
  removeTenant,
} from '../../electron/service/resources/people/tenants/queries';
import { signIns, unlockByOwner } from '../../electron/service/resources/people/users';
import { selectIdentity, selectPublicKey } from '../../electron/service/resources/people/users/credentials.queries';
import { selectLicences } from '../../electron/service/resources/people/users/licences/queries';
import { selectOwnUser } from '../../electron/service/resources/people/users/list/queries';
import {
  changeOwnPassword,
  changeUser,
  insertUser,
  insertUsers,
  removeUser,
} from '../../electron/service/resources/people/users/queries';
import {
  confirmStored,
  insertSecondFactor,
  removeFactor,
  removeFactorByOwner,
  selectUnconfirmed,
} from '../../electron/service/resources/people/users/second-factor/queries';
import { changeToken, insertToken, removeToken } from '../../electron/service/resources/people/users/tokens/queries';
import { selectHead, selectLink, verifyPart } from '../../electron/service/resources/shell/audit-log/queries';
import {
  enqueue,
  insertTest,
  recordTry,
  removeOldDeliveries,
  retryDelivery,
  selectDue,
  selectNextDue,
  selectSigning,
} from '../../electron/service/resources/shell/webhooks/outbox.queries';
import {
  activeWebhooks,
  changeWebhook,
  insertWebhook,
  removeWebhook,
  replaceSecret,
  selectSecrets,
} from '../../electron/service/resources/shell/webhooks/queries';
import { auditDeleted, auditMade, recordChecked } from '../../electron/service/resources/site/backups/queries';
import { changeSettings, selectSettings } from '../../electron/service/resources/site/settings/queries';
import {
  hasActiveKey,
  insertAdministrator,
  prepareArchive,
  systemTenant,
} from '../../electron/service/resources/site/setup/queries';
import {
  selectImported,
  selectOfWhole,
  selectRoom,
} from '../../electron/service/resources/sources/imports/known.queries';
import {
  selectRefused,
  selectRefusedRows,
  selectTally,
} from '../../electron/service/resources/sources/imports/lists.queries';
import {
  resolveNames,
  selectExtensions,
  selectImportTenant,
  selectZones,
} from '../../electron/service/resources/sources/imports/names.queries';
import type { ImportOptions } from '../../electron/service/resources/sources/imports/options';
import type { Outcome } from '../../electron/service/resources/sources/imports/outcomes';
import * as imports from '../../electron/service/resources/sources/imports/queries';
import {
  addWatchFolders,
  changeWatchFolder,
  forgetWaiting,
  insertWatchFolder,
  removeWatchFolder,
  selectWatchedFolders,
  switchWatching,
} from '../../electron/service/resources/sources/imports/watch/queries';
import {
  beginRemoving,
  countWatched,
  endRemoving,
  hasEndedTaken,
  recordTaken,
  recordWaiting,
  retryTaken,
  selectLeaving,
  selectRead,
  selectRemoved,
  selectUntaken,
  settleTaken,
} from '../../electron/service/resources/sources/imports/watch/watched.queries';
import {
  selectBuiltins,
  selectKept,
  selectRecognised,
  storeBuiltins,
} from '../../electron/service/resources/sources/presets/queries';
import {
  insertPushed,
  insertPushedFile,
  selectReceiver,
} from '../../electron/service/resources/sources/pushes/queries';
import { insertRestored, selectHolder } from '../../electron/service/resources/sources/quarantine/queries';
import { nameParties } from '../../electron/service/resources/sources/recordings/parties.queries';
import {
  beginFile,
  endRecording,
  insertRecording,
  keepGap,
  keepPlace,
  pauseRecording,
  resumeRecording,
  selectLeftFiles,
  selectOpenRecordings,
  selectRecording,
} from '../../electron/service/resources/sources/recordings/queries';
import {
  selectReachedRecordings,
  selectRecordedCall,
} from '../../electron/service/resources/sources/recordings/reach.queries';
import { chooseOnDemand } from '../../electron/service/resources/sources/recordings/rules/queries';
import {
  keepLeft,
  selectCutFiles,
  storeSalvaged,
} from '../../electron/service/resources/sources/recordings/salvage/queries';
import { audit, type By } from '../../electron/service/store/audit';
import type { Connection } from '../../electron/service/store/connection';
import { type Change, declaredChange, declaredNames, type Query } from '../../electron/service/store/query';
import { keepSetting, readSetting } from '../../electron/service/store/setting';
import { reason } from '../../shared/reasons/reasons';
import {
  everyFilter,
  fieldId,
  insertQuestions,
  numberFieldId,
  searchBy,
  searchesByAnswer,
  searchesByField,
} from '../support/call-filters';
import { party } from '../support/given';
import { after, asked, id, levels, narrowed, scope } from '../support/lists';
import { runEvaluation } from './every-evaluation-query';

type Example = { requestBody?: { content: Record<string, { example?: Record<string, object> }> } };
const reference: { paths: Record<string, { [M in 'post' | 'put']?: Example }> } = JSON.parse(
  readFileSync('docs/openapi.json', 'utf8'),
);

const tenant_id = id;
const by: By = { at: Date.UTC(2026, 10, 20), user_id: id, tenant_id };
const key: NewKey = {
  key_id: 'key',
  tenant_id,
  name: 'Key',
  name_folded: 'key',
  protection_mode: 'application',
  add_type: 'generate',
  key_length: 4096,
  fingerprint: 'ab',
  public_key: bytes(),
  private_key_sealed: bytes(),
  kek_sealed: null,
};
const options: ImportOptions = {
  import_id: 'import',
  tenant_id,
  user_id: id,
  name: 'Folder',
  paths: [],
  timezone: 'UTC',
  mapping: {},
  create_missing: true,
  metadata_only: true,
};

function bytes(): Uint8Array {
  return new Uint8Array(16);
}

const callNamed = (call_id: string, protocol_call_id: string | null = call_id): NewCall => ({
  call_id,
  tenant_id,
  protocol_call_id,
  setup_time: by.at,
  from_number: '+12025550160',
  to_number: null,
  participants: [party(id)],
  category_ids: [],
  custom_values: [],
});

const fileNamed = (name: string): NewFile => ({
  levels: [new Uint8Array(1)],
  start_time: by.at,
  stop_time: by.at,
  file_size: 1,
  watermark: name,
  file_path: `${name}.cra`,
  peaks_path: `${name}.peaks`,
  peaks_tag: null,
  encrypt_key: '',
  encrypt_tag: '',
  encrypt_fingerprint: 'ab',
  fingerprints: ['ab'],
  format: 'mp3',
  codec: 'mp3',
  sample_rate: 8000,
  channels: 1,
  bits_per_sample: 16,
  duration_ms: 0,
  data_offset: 0,
  data_length: 1,
  truncated: 0,
  rendered: 0,
  unheard_bytes: 0,
  import_key: name,
  original_name: null,
});

const outcomeOf = (row: number): Outcome => ({
  row,
  file: 'a.wav',
  about: 'recording',
  record_file: null,
  record_line: null,
  outcome: 'imported',
  code: null,
  reasons: [],
  call_id: null,
  bytes: 1,
  source_key: `row ${row}`,
  call_of: null,
  record_key: 'key',
});

/** Other ways to select calls than one filter at a time. */
const furtherCalls = [
  { search_term: 'ab' },
  { search_term: 'abc ab' },
  { search_term: '020 7946' },
  { search_term: 'abc', user_id: id, daterange: '2026/01/01-2026/12/31' },
  { user_id: [id, id].join() },
  { tenant_id: [id, id].join() },
  { category_id: [id, id].join() },
  ...everyFilter,
  searchBy('phone_number', 'not_includes'),
  { advanced_search: '1', phone_number__includes: 'ab' },
  ...searchesByField,
].map((given) => ({ list: callList as unknown as List<ListOperation>, given }));

/**
 * Runs every declared query, change and list so that each executes all of its statements. Returns their names. The
 * archive is empty except for the fields of `insertFields`.
 */
export function runEveryQuery(db: Connection): Set<string> {
  const ran = runEveryChange(db);
  const read = readerOf(db, ran);
  insertQuestions(db, tenant_id);
  for (const inReach of levels.flatMap((level) => [scope(level), scope(level, everyPermission())])) {
    read(selectFiles, { call_id: 'first', file_id: undefined, scope: inReach });
    read(selectCallKeys, { call_id: 'first', user_id: 'agent', scope: inReach });
    for (const list of declaredLists) {
      if (list.id === undefined) continue;
      read(list.one, { id: 'first', zone: 'UTC', scope: inReach });
      read(list.several, { ids: ['first'], zone: 'UTC', scope: inReach });
    }
    for (const { list, given } of [...narrowed, ...furtherCalls]) {
      const page = { ...asked(list, given), scope: inReach };
      for (const start of [0, 20, 2_000]) read(list.page, { ...page, start, after: undefined });
      read(list.page, { ...page, after: after(list) });
      read(list.count, page);
      read(list.count, { ...page, cap: 100 });
    }
    for (const sort of evaluationSorts) {
      const evaluations = declaredLists.find(({ path }) => path === '/api/v2/evaluations.json') as List<ListOperation>;
      const page = { ...asked(evaluations, { sort }), scope: inReach };
      const places = evaluations.placesOf(page.values).map((is) => (is === 'integer' ? 1 : 'm'));
      for (const place of [undefined, places]) read(evaluations.page, { ...page, after: place });
    }
    // Their form is in another tenant than the callers of one.
    for (const given of inReach.evaluations && inReach.tenants === 'all' ? searchesByAnswer : []) {
      const page = { ...asked(callList as unknown as List<ListOperation>, given), scope: inReach };
      read(callList.page, { ...page, after: undefined } as never);
      read(callList.count, page as never);
    }
    for (const sort of ['duration', 'score', `custom_field_${fieldId}`, `custom_field_${numberFieldId}`]) {
      for (const given of [{ sort }, { sort, user_id: id }, { sort, sort_order: 'asc' }]) {
        const page = { ...asked(furtherCalls[0]?.list as List<ListOperation>, given), scope: inReach };
        for (const start of [0, 20]) read(callList.page, { ...page, start, after: undefined } as never);
        for (const place of [
          [0, 1, 1],
          [1, 0, 1],
        ])
          read(callList.page, { ...page, after: place } as never);
      }
    }
  }
  return ran;
}

const readerOf =
  (db: Connection, ran: Set<string>) =>
  <I, O>(query: Query<I, O>, input: I): O => {
    ran.add(query.name);
    return query.run(db, input);
  };

/** The same without the lists: every change, and the queries between them. Returns their names. */
export function runEveryChange(db: Connection): Set<string> {
  const ran = new Set<string>();
  const read = readerOf(db, ran);
  function write<I, O>(change: Change<I, O>, input: I): O {
    ran.add(change.name);
    return db.transaction(() => change.change(db, input, by));
  }

  const place = { tenant_id, group_id: 'group', role_id: 'role' };
  const person = { user_id: id, name: 'Ingrid', login: 'ingrid' };
  const sealed = { kdf: 'scrypt', salt: bytes(), verifier: bytes(), public_key: bytes(), private_key_sealed: bytes() };
  const grant = { key_id: key.key_id, user_id: id, kek_wrapped: bytes() };
  write(prepareArchive, { ...place, key: null, key_check: 'ab' });
  write(insertAdministrator, { ...person, ...sealed, user_key: { key, grant } });
  write(insertUsers, { users: [{ ...place, user_id: 'agent', name: 'Agent', login: null }] });
  read(systemTenant, undefined);
  read(hasActiveKey, undefined);
  read(anyUser, undefined);
  read(accountByLogin, { login: fold(person.login), now: by.at });
  read(accountById, { user_id: id, now: by.at });
  write(signIns.recordFailure, { login: 'ingrid', door: 'tcp' });
  write(signIns.recordStranger, { door: 'tcp' });
  write(unlockByOwner, { user_id: id });
  write(signIns.recordSignIn, { door: 'tcp', code: undefined });
  write(signIns.forgetFailures, undefined);
  write(signIns.replaceSealed, { ...sealed, replaced: bytes() });
  write(recordSignOut, undefined);
  write(recordRefusal, { action: 'read', resource: 'role', resource_id: null, details: {} });
  write(recordView, { action: 'view_as', user_id: id });
  read(selectOwnerPlace, undefined);
  read(selectOwnUser, { user_id: id, zone: 'UTC' });
  read(selectActiveKeys, { tenant_id });
  read(selectKeyTenant, { fingerprint: key.fingerprint });
  read(selectOpeners, { fingerprints: [key.fingerprint], user_id: id });
  write(keepSetting, { name: 'port', value: 1 });
  read(readSetting, { name: 'port' });
  read(selectSealedKeks, undefined);
  read(selectKitTime, undefined);
  write(moveKeks, { check_before: 'ab', check: 'cd', before: [], after: [], others: [] });
  write(recordKit, { check: 'ab', key_check: 'cd' });
  write(recordOpening, { check: null, opened: 'window' });

  const reach = scope('root', everyPermission());
  const holder = { access_level: 'root' as const, permissions: everyPermission() };
  const asking = (id: string) => ({
    id,
    scope: { ...reach, multi_tenancy: true },
    holder,
    unmet: { 'custom_field.is_global': null, 'user.fieldset_recording.extensions': null },
    versions: undefined,
  });
  const second = { ...key, key_id: 'second', name: 'Second', name_folded: 'second', fingerprint: 'cd' };
  const granted = { key_id: 'second', user_id: id, kek_wrapped: bytes() };
  const about = asking('second');
  write(insertEncryptKey, { ...about, record: {}, key: second, grant: granted, key_check: 'cd' });
  const public_key = bytes();
  const paired = `INSERT INTO user_credentials (user_id, kdf, salt, verifier, public_key, private_key_sealed, changed_at)
    VALUES ('agent', 'none', x'01', x'01', x'${Buffer.from(public_key).toString('hex')}', x'01', 0)`;
  db.transaction(() => db.exec(paired));
  write(grantToUser, { grant: { ...granted, user_id: 'agent' }, public_key, version: String(by.at), scope: reach });
  read(selectHolders, { key_id: 'second' });
  const kept = read(selectKey, { key_id: 'second', scope: reach });
  const resealed = { private_key_sealed: bytes(), grants: [granted] };
  write(revokeFromUser, { key_id: 'second', user_id: 'agent', resealed, version: kept?.version ?? '', scope: reach });
  write(changeEncryptKey, { ...about, record: { is_active: true }, half: null });
  write(changeEncryptKey, { ...about, record: { is_active: false }, half: null });
  write(recordExport, { key_id: 'second' });
  write(removeEncryptKey, about);
  write(issueUrl, {
    call_id: 'first',
    file_id: undefined,
    seen_at: by.at,
    expires_at: by.at + 1000,
    grant: { grant_id: 'grant', data_keys_sealed: bytes() },
  });
  read(selectUrlGrant, { grant_id: 'grant', call_id: 'first' });
  read(opensFiles, { call_id: 'first', file_id: undefined, user_id: 'agent' });
  read(selectClock, undefined);
  write(keepTime, { seen_at: by.at });
  const category = { name: 'Sales', private_user_id: null, parent_id: null };
  write(insertCategory, { ...asking('above'), record: category });
  write(insertCategory, { ...asking('below'), record: { ...category, name: 'Old' } });
  write(changeCategory, { ...asking('below'), record: { parent_id: 'above' } });
  write(changeCategory, { ...asking('below'), record: { private_user_id: asking('below').scope.params.scope_user } });
  write(removeCategory, asking('below'));
  const north = {
    name: 'North',
    timezone: '',
    language: null,
    domain: null,
    encrypt_data: true,
    fieldset_licensing: {},
  };
  const otherTenant = randomUUID();
  write(insertTenant, { ...asking(otherTenant), record: north });
  write(changeTenant, { ...asking(otherTenant), record: { name: 'South' } });
  write(removeTenant, asking(otherTenant));
  const agent = {
    name: 'Eva',
    group_id: 'group',
    role_id: 'role',
    fieldset_recording: { extensions: ['12'] },
    fieldset_login: { login: 'eva' },
  };
  const licensed = { name: 'Ewa', fieldset_licensing: { recording_seat: true }, fieldset_login: { login: 'ewa' } };
  write(insertUser, { ...asking('eva'), record: agent, credentials: sealed });
  const third = { ...second, key_id: 'third', name: 'Third', name_folded: 'third', fingerprint: 'ef' };
  const held = { ...granted, key_id: 'third', user_id: 'eva' };
  write(insertEncryptKey, { ...asking('third'), record: {}, key: third, grant: held, key_check: 'cd' });
  write(changeUser, { ...asking('eva'), record: licensed, credentials: sealed, give_up_keys: true });
  write(removeEncryptKey, asking('third'));
  const token = { ...asking('token'), parent: 'eva' };
  const sealedToken = { hash: 'ab', hint: 'wxyz', private_key_sealed: bytes() };
  const limits = { access: 'all', scope: { calls: ['view'] }, expires_at: by.at + 2 } as const;
  write(insertToken, { ...token, record: { name: 'CRM', ...limits, scope: { calls: ['view'] } }, sealed: sealedToken });
  write(changeToken, { ...token, record: { name: 'Softphone', access: 'read', expires_at: by.at + 1 } });
  read(accountByToken, { hash: 'ab', now: by.at });
  write(signIns.recordTokenUse, { token_id: 'token' });
  read(validTokens, { ids: ['token'], now: by.at });
  write(removeToken, token);
  const search = { name: 'Long', query: 'direction=1', columns: ['duration'], is_compact: true, is_shared: true };
  write(insertSearch, { ...asking('search'), record: search });
  write(changeSearch, { ...asking('search'), record: { is_shared: false } });
  write(removeSearch, asking('search'));
  write(removeUser, asking('eva'));
  write(changeOwnPassword, { credentials: sealed, credential_version: 1, versions: undefined, others: null });
  read(selectPublicKey, { user_id: id });
  read(selectIdentity, { user_id: id, scope: reach });
  read(selectLicences, { tenant_id, scope: reach });
  const secret_sealed = bytes();
  write(insertSecondFactor, { user_id: id, secret_sealed });
  read(selectUnconfirmed, { user_id: id });
  write(confirmStored, { user_id: id, secret_sealed, step: 1 });
  write(signIns.recordSignIn, { door: 'tcp', code: { step: 2, latest: 4 } });
  write(removeFactor, { ...asking('second factor'), user_id: id });
  write(removeFactorByOwner, { user_id: id });
  const seeded = { client_id: 'seeded', tenant_id, name: 'Seeded', contacts: [{ phone_number: '3', name: null }] };
  write(insertClients, { clients: [seeded] });
  write(changeSettings, {
    settings: { timezone: 'UTC', multi_tenancy: false },
    versions: undefined,
    unmet: { 'settings.multi_tenancy': null },
  });
  read(selectSettings, undefined);
  read(selectHead, undefined);
  read(selectLink, { audit_id: 1 });
  read(verifyPart, { audit_id: 0, hash: '' });
  // A hash that is not the one before it: the entry was changed, which takes a search for its place.
  read(verifyPart, { audit_id: 0, hash: 'changed' });
  read(hasOtherTenants, undefined);

  const { import_id } = options;
  write(imports.insertImport, options);
  write(imports.setImportTotal, { import_id, total: 1 });
  write(imports.setImportReading, { import_id, preset_id: null, preset_name: null, questions: [] });
  write(imports.askImport, { import_id });
  write(imports.continueImport, { import_id });
  write(imports.answerImport, options);
  write(imports.setImportRows, { import_id, rows: 1, rows_with_audio: 1 });
  const new_ids = { categories: ['fault'], custom_fields: ['site'] };
  const names = {
    categories: ['Fault'],
    custom_fields: { Site: 'Berlin' },
    new_ids,
    parents: new Map([['Fault', 'Service']]),
  };
  const resolved = write(resolveNames, names);
  read(selectExtensions, { tenant_id });
  read(selectZones, undefined);
  read(selectImportTenant, { tenant_id, category_ids: [], scope: reach });
  const reads = { timezone: null, internal_digits: 6, channels: null, names: [], details: [] };
  const preset = { name: 'Exchange', description: '', is_active: true, ...reads };
  const builtins = [{ preset_id: 'exchange', key: 'exchange', digest: 'a', preset }];
  write(storeBuiltins, builtins);
  write(storeBuiltins, builtins);
  read(selectBuiltins, undefined);
  read(selectRecognised, { tenant_id });
  read(selectKept, { id: builtins[0]?.preset_id ?? '' });
  const first = { ...callNamed('first'), ...resolved };
  const known = { is_answered: null, reach };
  write(imports.recordCall, { import_id, outcomes: [outcomeOf(1)], call: first, files: [fileNamed('one')], ...known });
  write(imports.recordCall, { import_id, outcomes: [outcomeOf(2)], call: first, files: [fileNamed('two')], ...known });
  const bare = [callNamed('first'), callNamed('bare', null), callNamed('again', null)];
  const row = (n: number): Outcome => ({ ...outcomeOf(3 + n), about: 'row', record_key: `key ${n}` });
  const calls = bare.map((call, n) => ({ call, is_answered: null, outcome: row(n) }));
  write(imports.recordBareCalls, { import_id, calls, reach, is_watched: false });
  const knownRows = bare.map((call, n) => ({ call, is_answered: null, outcome: row(n + 30) }));
  write(imports.recordBareCalls, { import_id, calls: knownRows, reach, is_watched: true });
  // A row that was not answered, and the one that was.
  const missed = { ...callNamed('missed'), protocol_tracking_id: 'line' };
  const answered = { ...missed, connect_time: by.at, disconnect_time: by.at + 1_000, duration: 1, to_number: '201' };
  const attempts = [
    {
      call: missed,
      is_answered: false,
      outcome: { ...row(10), reasons: [reason('side_unknown', { field: 'from_number' })] },
    },
    { call: answered, is_answered: true, outcome: row(11) },
  ];
  write(imports.recordBareCalls, { import_id, calls: attempts, reach, is_watched: true });
  write(imports.completeCall, { import_id, call: answered, outcome: outcomeOf(20), reach });
  write(imports.recordOutcomes, { import_id, outcomes: [outcomeOf(7)] });
  const times = { connect_time: null, disconnect_time: null, duration: 0 };
  const details = { fields: {}, direction: null, categories: [], custom_fields: {} };
  const told = { details, times, is_answered: null };
  const copy = { watermark: 'one', import_keys: ['one', null], record_key: 'key', told };
  read(selectImported, { ...copy, reach });
  read(imports.isStoredPath, { path: 'one.peaks' });
  read(selectRoom, { call: first, told, reach });
  read(imports.selectUnfinished, undefined);
  read(selectOfWhole, { call_id: 'first', tenant_id, user_ids: [id] });
  read(imports.selectProgress, { import_id, after: 0 });
  for (const level of levels) {
    read(selectReached, { ids: [id], scope: scope(level) });
    read(selectReachedRecordings, { ids: [id], scope: scope(level) });
  }
  const former = {
    tenant_id: id,
    evaluator_user_id: id,
    agent_user_id: id,
    status: 'assigned',
    agent_can_view: 1 as const,
    purpose: 'quality',
    calibration_id: null,
  };
  for (const level of levels)
    read(selectReachedReports, { ids: [id], before: [{ id, ...former }], scope: scope(level) });
  write(imports.pauseImport, { import_id, needed_bytes: 1, free_bytes: 0 });
  write(imports.continueImport, { import_id });
  write(imports.finishImport, { import_id, status: 'done' });
  read(selectTally, { import_id });
  read(selectRefused, { import_id });
  read(selectRefusedRows, { import_id });

  write(insertCalls, { calls: [callNamed('many')] });
  write(insertNotes, { notes: [{ note_id: 'seeded', call_id: 'many', text: 'Seeded' }] });
  read(countAllCalls, undefined);
  write(recordAccess, { action: 'play', call_id: 'first', is_signed: true });
  write(recordDamage, { path: 'one.cra', reason: 'truncated' });
  write(clearDamage, { path: 'one.cra' });
  const without = { tenant_id, fingerprint: 'none' };
  read(countFilesWithout, without);
  const [was] = read(selectFilesWithout, { ...without, call_pk: 0, file_id: '', limit: 1 });
  if (!was) throw new Error('There is a file of a call.');
  write(discardLater, { paths: ['replaced.cra'] });
  const now = {
    file_path: 'replaced.cra',
    peaks_path: 'replaced.peaks',
    encrypt_tag: 'b',
    peaks_tag: 'b',
    fingerprints: ['ab'],
  };
  write(replaceContainers, { was, now });
  write(forgetDiscarded, { paths: read(selectDiscarded, undefined) });
  const progress = { key_id: key.key_id, total: 1, done: 0, failed: 0 };
  write(beginRewrap, { ...progress, started_at: by.at });
  write(endRewrap, { ...progress, status: 'done', ended_at: by.at });
  read(hasRunningRewrap, undefined);
  read(hasUnfinishedRun, undefined);
  write(interruptRewraps, { ended_at: by.at });
  read(selectRewrap, { key_id: key.key_id });
  write(bindPeaks, { path: 'one.peaks', tag: 'ab' });
  const pushed = pushCall.body.shape.call.parse({ setup_time: '2026-11-20T12:00:00Z' });
  const push = { call_id: 'pushed', url: '/pushed', tenant_id, scope: reach };
  const once = { key: 'k', request: 'r' };
  write(insertPushed, { ...push, call: pushed, once });
  write(insertPushed, { ...push, call: pushed, once });
  const receiver = { call_id: 'pushed', file_id: '07', scope: reach };
  read(selectReceiver, receiver);
  write(insertPushedFile, { ...receiver, file: fileNamed('five'), path: '/pushed/file', once: undefined });
  write(insertPushedFile, {
    ...receiver,
    file_id: undefined,
    file: fileNamed('six'),
    path: '/pushed/file',
    once: undefined,
  });
  write(retryTalk, undefined);
  const [unmeasured] = read(selectDueTalk, { limit: 1 });
  if (!unmeasured) throw new Error('A call has several files.');
  const measured = { call_pk: unmeasured.call_pk, file_ids: unmeasured.files.map(({ file_id }) => file_id) };
  const talk = measureTalk([{ ...unmeasured.files[0], levels: [new Uint8Array(1)] } as HeardFile], null);
  write(storeMeasured, { measured: [{ ...measured, outcome: 'waiting' }] });
  read(isTalkPending, { call_id: 'pushed' });
  write(measureOpened, { call_id: 'pushed', levels: { '07': [new Uint8Array(1)] } });
  write(storeMeasured, { measured: [{ ...measured, outcome: talk }] });
  read(countTalk, undefined);
  const watch_folder_id = 'watched';
  const file = { source_key: 'a', version: '1', name: 'a.wav' };
  write(addWatchFolders, { folders: [{ watch_folder_id, folder: '/recordings' }], tenant_id });
  write(switchWatching, { isOn: false });
  read(selectWatchedFolders, {});
  read(selectWatchedFolders, { id: watch_folder_id });
  write(recordWaiting, { watch_folder_id, files: [file], reasons: [] });
  write(forgetWaiting, { watch_folder_id });
  write(recordTaken, {
    watch_folder_id,
    import_id,
    files: [{ ...file, is_details: false, leaves: true }],
    read: [file],
  });
  read(selectUntaken, { files: [{ source_key: 'a', version: '1 2' }] });
  read(hasEndedTaken, undefined);
  write(settleTaken, undefined);
  for (const level of levels) read(countWatched, { scope: scope(level), since: 0 });
  read(selectLeaving, { watch_folder_id, limit: 1 });
  read(selectCopies, { call_id: 'live' });
  write(beginRemoving, { keys: ['a'] });
  const leaving = { ...file, import_id, call_id: null, source: null };
  write(endRemoving, { files: [{ file: leaving, how: 'moved' }] });
  write(endRemoving, { files: [{ file: leaving, how: reason('kept_error') }] });
  read(selectRead, { files: [file] });
  read(selectRemoved, { keys: ['a'] });
  write(retryTaken, { keys: ['a'], scope: scope('root') });
  write(addWatchFolders, { folders: [], tenant_id });
  const newFolder = {
    folder: '/monitor',
    is_on: true,
    preset_id: null,
    timezone: null,
    date_order: null,
    channels: null,
    tenant_id,
    category_ids: [],
    create_missing: false,
    metadata_only: false,
    afterwards: 'keep' as const,
    done_folder: 'imported',
  };
  write(insertWatchFolder, { ...asking('monitor'), record: newFolder });
  write(changeWatchFolder, {
    ...asking('monitor'),
    record: { folder: '/spool', category_ids: [], preset_id: builtins[0]?.preset_id },
  });
  write(removeWatchFolder, asking('monitor'));
  const recording = { recording_id: 'live', format: 'pcm_s16le' as const, sample_rate: 8000, channels: 1 };
  const { call_pk } = write(insertRecording, { ...recording, call_id: 'live', tenant_id, scope: reach, call: pushed });
  read(selectOpenRecordings, undefined);
  read(selectLeftFiles, undefined);
  read(selectRecording, { recording_id: 'live', scope: reach, zone: 'UTC' });
  read(selectRecordedCall, { call_id: 'live', scope: reach });
  write(nameParties, { recording_id: 'live', parties: { from_number: '1', from_name: null }, scope: reach });
  const paths = (name: string) => ({ temporary_path: `${name}.tmp`, file_path: `${name}.cra` });
  const begin = (name: string) =>
    write(beginFile, { call_pk, ...paths(name), first_offset: 0, start_time: 1, fingerprints: ['ab'] });
  const ofLive = (name: string): SealedFile =>
    ({ ...fileNamed(name), codec: 'pcm_s16le', fingerprints: ['ab'] }) as unknown as SealedFile;
  const ending = { recording_id: 'live', taken: 1, at: 1 };
  write(pauseRecording, { ...ending, sealed: { file_id: begin('live one'), file: ofLive('live one') } });
  write(resumeRecording, ending);
  write(keepPlace, { ...ending, status: 'recording', sealed: undefined });
  const [cut, empty] = [begin('live two'), begin('live three')];
  read(selectCutFiles, undefined);
  const left = { recording_id: 'live', taken: 1, call_pk };
  write(keepLeft, { ...left, file_id: cut, left_bytes: 1 });
  write(keepLeft, { ...left, file_id: empty, left_bytes: 0 });
  db.transaction(() => db.exec("UPDATE calls SET on_demand_state = 1 WHERE call_id = 'live'"));
  write(chooseOnDemand, { call_id: 'live', on_demand_state: 0, scope: reach });
  write(chooseOnDemand, { call_id: 'live', on_demand_state: 1, scope: reach });
  write(endRecording, { ...ending, sealed: undefined, ended_by: 'request', tool: null });
  write(keepGap, { call_pk, file_id: cut, bytes: 1 });
  const salvaged = { call_pk, call_id: 'live', file_id: cut, temporary_path: 'live two.tmp', left_bytes: 1 };
  write(storeSalvaged, { ...salvaged, file: ofLive('live two') });
  runEvaluation({ read, write, asking }, 'many', 'first', fileNamed('of a package'));
  const dropped = { ...pushed, on_demand_state: 0 };
  const unwanted = {
    ...recording,
    recording_id: 'dropped',
    call_id: 'dropped',
    tenant_id,
    scope: reach,
    call: dropped,
  };
  const { call_pk: of } = write(insertRecording, unwanted);
  const file_id = write(beginFile, {
    call_pk: of,
    ...paths('dropped'),
    first_offset: 0,
    start_time: 1,
    fingerprints: [],
  });
  write(endRecording, {
    recording_id: 'dropped',
    taken: 1,
    at: 1,
    sealed: { file_id, file: ofLive('dropped') },
    ended_by: 'request',
    tool: 'Phone',
  });
  const note = { ...asking('note'), parent: 'many' };
  write(insertNote, { ...note, record: { text: 'Hello', position: 1, end_position: 2 } });
  write(changeNote, { ...note, record: { text: 'Bye' } });
  write(removeNote, note);
  write(holdCall, { ...asking('many'), record: { legal_hold: false } });
  write(removeCall, asking('many'));
  write(restoreCall, asking('many'));
  const several = { ids: ['many', 'unknown'], scope: reach };
  write(removeCalls, several);
  write(restoreCalls, several);
  write(imports.recordCall, { import_id, outcomes: [], call: callNamed('gone'), files: [fileNamed('four')], ...known });
  write(removeCall, asking('gone'));
  db.transaction(() =>
    audit(db, by, { action: 'update', resource: 'call', resource_id: 'gone', details: { changes: {} } }),
  );
  db.transaction(() => db.exec('UPDATE calls SET removed_at = 0 WHERE removed_at IS NOT NULL'));
  db.transaction(() => db.exec("UPDATE calls SET destroying = 1 WHERE call_id = 'gone'"));
  write(condemnCalls, { limit: 1 });
  write(destroyCall, { call_id: 'gone' });
  read(verifyPart, { audit_id: 0, hash: '' });
  read(selectHolder, { watermark: 'one', tenant_id });
  for (const done of [auditMade, auditDeleted]) write(done, { backup_id: id, file_name: 'a.db' });
  write(recordChecked, undefined);
  write(insertRestored, { call: callNamed('restored'), file: fileNamed('three') });

  const field = { name: 'Mood', type: 'option' as const, ai_assist: true };
  write(changeTenant, { ...asking(tenant_id), record: { fieldset_licensing: { speech_analytics: 1 } } });
  write(insertCustomField, { ...asking('mood'), record: { ...field, options: ['good'] } });
  const values = [{ field_id: 'mood', value: 'good' }];
  const categories = [{ category_id: 'above' }];
  const changed = (custom_fields: { field_id: string; value: string }[]) => ({
    calls: [{ call_id: 'first', path: '', custom_fields, categories }],
    versions: undefined,
    scope: reach,
  });
  write(changeCustomField, { ...asking('mood'), record: { editable: true } });
  write(changeCalls, changed(values));
  const parties = { from_number: '6004', to_name: 'Ada', agent_user_id: 'agent', protocol_call_direction: 2 };
  // One has an agent, the other nobody.
  const corrected = ['first', 'pushed'].map((call_id) => ({ call_id, path: '', parties }));
  write(changeCalls, { ...changed([]), calls: corrected });
  write(changeCustomField, { ...asking('mood'), record: { search_options: ['free_text'], options: ['good', 'bad'] } });
  read(selectUsage, { field_id: 'mood', scope: asking('mood').scope });
  read(isRenewing, undefined);
  // The second time, no call is left.
  write(renewTexts, undefined);
  write(renewTexts, undefined);
  write(changeCallsAndRead, { ...changed([{ field_id: 'mood', value: '' }]), zone: 'UTC' });
  write(removeCustomField, asking('mood'));
  const report: Definition = {
    name: 'Calls',
    description: null,
    timezone: 'UTC',
    period_begin: null,
    period_end: null,
    filters: [],
    summary_settings: [],
    sort_settings: [],
    intervals: false,
    email_report: false,
    email_report_settings: { send_to_emails: [] },
    chart_settings: { chart_style: 'none', dimensions: [], metrics: [] },
    column_settings: [...dimensions, `custom_field_${fieldId}`, ...metrics].map((name) => ({
      name,
      header: name,
      text_align: 'left' as const,
    })),
  };
  read(selectLacking, undefined);
  write(giveLacking, undefined);
  write(insertReport, { ...asking('report'), record: report });
  write(changeReport, { ...asking('report'), record: { ...report, name: 'All calls' } });
  const filter = { parameter: 'a', field_id: fieldId, operator: 'is_empty', text: '1' };
  const run = { ...asking('run'), parent: 'report' };
  const which = { run_id: 'run' };
  const numberHas = filterOf('phone_number__includes', '555') as Filter;
  read(checkFilter, { filter, scope: reach, zone: 'UTC' });
  read(selectVisibleFields, { ids: [fieldId], scope: reach });
  write(insertRun, { ...run, record: report });
  write(beginRun, which);
  write(keepProgress, { ...which, progress: 1 });
  for (const level of levels) {
    const tables = [
      undefined,
      ['group', 'evaluation_section'],
      ['evaluation_form', 'pass_rate'],
      ['tenant'],
      ['question', ...metrics],
      ['user', 'answer', ...metrics],
      ['evaluation_section', 'question', ...metrics],
    ];
    for (const names of tables) {
      const shown =
        names?.map((name) => ({ name, header: name, text_align: 'left' as const })) ?? report.column_settings;
      read(computeFigures, {
        definition: { ...report, column_settings: shown, intervals: names !== undefined },
        filters: names ? [] : [numberHas],
        zone: 'UTC',
        progress: new Int32Array(1),
        period: { begin: null, end: null },
        scope: scope(level, { evaluation_reports: ['view'] }),
      });
    }
  }
  write(completeRun, { ...which, pages: ['[]'], summary: '{}', chart: '{}', total_rows: 0, truncated: 0 });
  for (const run_id of ['latest', 'run']) {
    for (const level of levels) read(selectRunId, { report_id: 'report', run_id, scope: scope(level) });
  }
  read(selectData, { ...which, scope: run.scope });
  read(selectChart, which);
  read(selectRows, { ...which, start: 0, limit: 1 });
  write(insertRun, { ...run, id: 'second', record: report, scope: scope('managed_groups') });
  write(revokeRun, { ...run, id: 'second' });
  write(failRuns, { why: reason('run_failed') });
  write(failRuns, { ...which, why: reason('run_failed') });
  write(removeRun, run);
  write(removeReport, asking('report'));
  for (const isIn of [true, false]) {
    write(categorizeCall, { call_id: 'first', category_id: 'above', isIn, versions: undefined, scope: reach });
  }
  for (const level of levels) {
    const link = { user_id: id, scope: scope(level), most: 1 };
    read(selectNamedAgents, { import_id, scope: scope(level) });
    for (const agent of [undefined, '60']) read(previewLink, { ...link, agent });
    read(previewLink, { ...link, import_id });
  }
  const unlinked = { ...party(id), user_id: null, party_name: 'Zoe' };
  const named = [[], [unlinked]].map((participants, n) => ({
    ...callNamed(`named ${n}`),
    agent_name: 'Zoe',
    participants,
  }));
  write(insertCalls, { calls: named });
  write(linkCalls, { user_id: id, agent: 'Zoe', scope: reach, most: 2 });
  write(categorizeCalls, { ids: ['first', 'unknown'], add: ['above'], remove: ['above'], scope: reach, zone: 'UTC' });
  const webhook = { name: 'CRM', url: 'http://localhost:9/', events: ['call.created' as const], is_on: true };
  const secret = { secret_id: 'secret', secret_sealed: bytes(), key_check: 'cd' };
  write(insertWebhook, { ...asking('webhook'), record: webhook, secret });
  write(changeWebhook, { ...asking('webhook'), record: { name: 'Wallboard' } });
  write(replaceSecret, { ...asking('webhook'), secret: { ...secret, secret_id: 'another' } });
  read(activeWebhooks, undefined);
  read(selectSigning, { webhook_id: 'webhook', now: by.at });
  read(selectSecrets, undefined);
  const created = {
    event: 'call' as const,
    id: 'first',
    said: { change: 'created' },
    replaces: true,
    isUrgent: false,
    isUnfollowed: false,
  };
  write(enqueue, [created]);
  read(selectSeen, { announced: [created], viewer: { scope: reach, permissions: everyPermission(), zone: 'UTC' } });
  const [{ delivery_id } = { delivery_id: '' }] = read(selectDue, { now: by.at, busy: [] });
  read(selectNextDue, { now: by.at });
  write(recordTry, { delivery_id, status: 410, fault: 'status' });
  write(retryDelivery, { id: 'webhook', delivery_id, scope: reach });
  write(insertTest, { id: 'webhook', delivery_id: 'test', scope: reach });
  write(removeOldDeliveries, undefined);
  write(removeWebhook, asking('webhook'));
  const another = randomUUID();
  write(insertTenant, { ...asking(another), record: north });
  for (const { changes, record, changed } of examplesOfCollections()) {
    if (changes.some((name) => ran.has(name))) continue;
    const [insert, change, remove] = changes.map(declaredChange) as [Changing, Changing, Changing];
    const about = asking(randomUUID());
    write(insert, { ...about, record: { ...record, tenant_id: another } });
    write(change, { ...about, record: changed });
    write(remove, about);
  }
  return ran;
}

type Changing = Change<unknown, unknown>;

/** What the service names the three changes of each collection, with a new record and a change from the API reference. */
function examplesOfCollections() {
  const exampleOf = (path: string, method: 'post' | 'put') =>
    reference.paths[path]?.[method]?.requestBody?.content['application/json']?.example;
  const declared = new Set(declaredNames());
  return operations.flatMap(({ method, path }) => {
    const [, plural] = (method === 'post' && path.match(/^\/api\/v2\/(\w+)\.json$/)) || [];
    const changes = ['insert', 'change', 'remove'].map((act) => `${plural?.replaceAll('_', '-')}.${act}`);
    const one = operations.find((other) => other.method === 'put' && other.path.startsWith(`/api/v2/${plural}/:`));
    if (one === undefined || !changes.every((name) => declared.has(name))) return [];
    const [created, updated] = [exampleOf(path, 'post'), exampleOf(one.path.replace(/:(\w+)/, '{$1}'), 'put')];
    return [{ changes, record: Object.values(created ?? {})[0], changed: Object.values(updated ?? {})[0] }];
  });
}
