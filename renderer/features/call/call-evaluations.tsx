import type { Call } from '@shared/contract/calls';
import { ClipboardCheck } from 'lucide-react';
import { Icon } from '../../ui/icon';
import { AssignCalls, CallEvaluations } from '../assignments';
import styles from './call-tabs.module.css';

/** The evaluations of the call, and a button to assign one. */
export const EvaluationsOfCall = ({ call }: { call: Call }) => (
  <div className={styles.evaluations}>
    <CallEvaluations call_id={call.call_id} />
    <AssignCalls calls={[call]} icon={<Icon of={ClipboardCheck} />} placement="bottom start" />
  </div>
);
