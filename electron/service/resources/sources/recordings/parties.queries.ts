import type { RecordedParties } from '@shared/contract/recordings';
import { reason } from '@shared/reasons/reasons';
import { auditChanged } from '../../../access/changes';
import { type Scope, withoutReach } from '../../../access/scope';
import { Refusal } from '../../../refusal';
import { change } from '../../../store/query';
import { callChanges, callList, setParties } from '../../calls/calls';
import { followRules } from './rules/queries';

type Naming = { recording_id: string; parties: RecordedParties; scope: Scope };

/**
 * Changes and audits the parties of a call while it is recorded. Refused with Gone when the recording is closed, and
 * with Conflict when the rules of the users with the new numbers do not allow it.
 */
export const nameParties = change(
  'recordings.name-parties',
  (db, { recording_id, parties, scope }: Naming, by): void => {
    const call = db
      .prepare<object, { call_id: string; call_pk: number }>(`
      SELECT c.call_id, c.call_pk FROM recordings r JOIN calls c ON c.call_pk = r.call_pk
      WHERE r.recording_id = @recording_id AND r.status <> 'closed'`)
      .get({ recording_id });
    if (!call) throw new Refusal('Gone', reason('recording_closed'));
    const { call_id, call_pk } = call;
    // The caller who opened the recording need not reach its call.
    auditChanged(db, by, { list: callList, resource: 'call', id: call_id, scope: withoutReach(scope) }, () => {
      followRules(db, call_pk, parties);
      setParties(db, call_pk, parties, by);
    });
    callChanges.announce(db, call_id, { change: 'changed' });
  },
);
