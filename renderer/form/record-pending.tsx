import { PaneError } from '../ui/pane-error';
import styles from './record-pending.module.css';

type Props = {
  /** The error, once reading has failed. */
  error: Error | null;
  /** What could not be read. */
  failed: string;
  onRetry: () => void;
};

/** In place of the page of a record while it is being read, or when it could not be read. */
export const RecordPending = ({ error, failed, onRetry }: Props) =>
  error === null ? (
    <main className={styles.page} aria-busy="true" data-no-deck="idle" />
  ) : (
    <main className={styles.page} data-no-deck="idle" data-page-focus>
      <PaneError title={failed} error={error} onRetry={onRetry} />
    </main>
  );
