import * as auditLog from './audit-log';
import * as backups from './backups';
import * as calibrations from './calibrations';
import * as callAgents from './call-agents';
import * as callBulk from './call-bulk';
import * as callChanges from './call-changes';
import * as callRemoval from './call-removal';
import * as callScores from './call-scores';
import * as calls from './calls';
import * as categories from './categories';
import * as clients from './clients';
import * as customFields from './custom-fields';
import * as encryptKeys from './encrypt-keys';
import * as evaluationForms from './evaluation-forms';
import * as evaluationPlans from './evaluation-plans';
import * as evaluationQueue from './evaluation-queue';
import * as evaluationReports from './evaluation-reports';
import * as events from './events';
import * as groups from './groups';
import * as health from './health';
import * as importPresets from './import-presets';
import * as importReading from './import-reading';
import * as imports from './imports';
import * as licences from './licences';
import * as masterKey from './master-key';
import * as notes from './notes';
import * as notices from './notices';
import * as openapi from './openapi';
import type { Operation } from './operation';
import * as packages from './packages';
import * as program from './program';
import * as pushes from './pushes';
import * as quarantine from './quarantine';
import * as recordings from './recordings';
import * as recoveryKit from './recovery-kit';
import * as reportFigures from './report-figures';
import * as reportRuns from './report-runs';
import * as reports from './reports';
import * as requests from './requests';
import * as rewraps from './rewraps';
import * as roles from './roles';
import * as savedSearches from './saved-searches';
import * as secondFactor from './second-factor';
import * as sessions from './sessions';
import * as settings from './settings';
import * as setup from './setup';
import * as signedUrls from './signed-urls';
import * as tenants from './tenants';
import * as tokens from './tokens';
import * as users from './users';
import * as watchFolders from './watch-folders';
import * as webhooks from './webhooks';

/** The subjects of the API, each with its files of the contract. Exported operations and collections are found automatically. */
const subjects: [subject: string, about: string, ...files: object[]][] = [
  [
    'Calls',
    'Recorded calls, their audio and waveforms',
    // Its paths before that of a call.
    callAgents,
    calls,
    pushes,
    callChanges,
    callBulk,
    callRemoval,
    signedUrls,
  ],
  ['Recordings', 'Live recordings: sending audio as it is produced, pausing and resuming', recordings],
  ['Notes', 'Notes on calls, at a moment or over a region', notes],
  ['Categories', 'Labels for calls', categories],
  ['Custom fields', 'Additional attributes of calls', customFields],
  ['Clients', 'The people and companies on the other end of calls', clients],
  ['Imports', 'Imports of recordings and call details. The window and the command line choose what to import', imports],
  ['Import presets', 'How phone systems name recordings and write call details', importReading, importPresets],
  ['Watch folders', 'Importing what other programs write into folders', watchFolders],
  ['Events', 'Changes as they happen', events],
  ['Webhooks', 'Telling other programs of changes', webhooks],
  ['Saved searches', 'Searches of the list of calls', savedSearches],
  ['Reports', 'Figures of calls: definitions of reports, and their runs', reports, reportRuns, reportFigures],
  ['Evaluation forms', 'Forms to evaluate calls with, and their revisions', evaluationForms],
  [
    'Evaluation reports',
    'Evaluations of agents on calls, their reviews by the agents, and samples of calls to evaluate',
    evaluationReports,
    evaluationQueue,
    callScores,
  ],
  ['Calibrations', 'Rounds in which several evaluators score the same calls, blind until the end', calibrations],
  ['Evaluation plans', 'Plans that draw calls to evaluate by period, in even shares', evaluationPlans],
  ['Notices', 'What concerns the caller: assignments, deadlines, disputes, results', notices],
  ['Packages', 'Files that carry a calibration to an evaluator on another machine, and the result back', packages],
  ['Sessions', 'Signing in and out, and the second factor', sessions, secondFactor],
  ['Users', 'People and accounts', users, licences],
  ['Tokens', 'Access tokens of other programs', tokens],
  ['Encryption keys', 'Keys that recordings are encrypted to, and who can open them', encryptKeys, rewraps],
  ['Groups', 'People who work together', groups],
  ['Roles', 'Rights and reach', roles],
  ['Tenants', 'Customers or sites whose records are separate', tenants],
  ['Settings', 'The settings of the whole archive', settings],
  ['Requests', 'What tools have asked lately', requests],
  ['Audit log', 'What was done, when and by whom', auditLog],
  ['Backups', 'Copies of the database', backups],
  ['Quarantine', 'Recordings that the database does not know', quarantine],
  ['Master key', 'Its state, replacing it, and restoring it with a recovery kit', masterKey, recoveryKit],
  ['First run', 'The first administrator', setup],
  ['Reference', 'This description', openapi],
  ['Program', 'The running program', program],
  ['Health', 'Whether Earshot is running', health],
];

/** An operation, the subject it belongs to, and the name that generated clients give it. */
type Named = { operation: Operation; subject: string; about: string; name: string };

/** Every operation of the contract with its name, by subject. */
export const named: readonly Named[] = subjects.flatMap(([subject, about, ...files]) =>
  files
    .flatMap((file) => Object.entries(file))
    .flatMap(([key, value]) =>
      operationsIn(key, value).map(([name, operation]) => ({ operation, subject, about, name })),
    ),
);

/** Every operation of the contract. */
export const operations: Operation[] = named.map(({ operation }) => operation);

/** An exported operation under its own name, and those of a collection: `userApi` has `listUsers` and `readUser`. */
function operationsIn(key: string, value: unknown): [name: string, operation: Operation][] {
  if (isOperation(value)) return [[key, value]];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([kind, one]): [string, Operation][] => {
    if (!isOperation(one)) return [];
    const plural = one.path.split('/').at(-1)?.replace('.json', '') ?? '';
    return [[kind + inCapitals(kind === 'list' ? plural : key.replace('Api', '')), one]];
  });
}

function inCapitals(name: string): string {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isOperation(value: unknown): value is Operation {
  return isObject(value) && 'method' in value && 'path' in value;
}
