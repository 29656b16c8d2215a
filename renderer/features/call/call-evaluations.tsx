import type { Call } from '@shared/contract/calls';
import { ClipboardCheck } from 'lucide-react';
import { AssignCalls, CallEvaluations } from '../assignments';
import styles from './call-tabs.module.css';

/** The evaluations of the call, and a button to assign one. */
export const EvaluationsOfCall = ({ call }: { call: Call }) => (
  <div className={styles.evaluations}>
    <CallEvaluations call_id={call.call_id} />
    <AssignCalls
      calls={[call]}
      icon={<ClipboardCheck size={16} strokeWidth={1.75} aria-hidden="true" />}
      placement="bottom start"
    />
  </div>
);
