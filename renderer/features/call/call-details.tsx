import type { Call } from '@shared/contract/calls';
import styles from './call-details.module.css';
import { FieldSection } from './field-section';
import { Files } from './files';
import { People } from './people';
import { Summary } from './summary';
import { Technical } from './technical';
import { WhoSpoke } from './who-spoke';

/** The details of a call, for a place that is wider than the call's pane: as many columns as fit. */
export const CallDetails = ({ call }: { call: Call }) => (
  <div className={styles.details}>
    <WhoSpoke call={call} />
    <Summary call={call} />
    <People call={call} />
    <FieldSection call={call} group="call" empty={false} />
    <Files call={call} />
    <Technical call={call} />
  </div>
);
