import { ProgressBar as AriaProgressBar } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './progress-bar.module.css';

type Props = {
  label: string;
  done: number;
  /** 0: nothing is known yet. */
  total: number;
  className?: string | undefined;
};

/** How much of some work is done. */
export const ProgressBar = ({ label, done, total, className }: Props) => (
  <AriaProgressBar
    aria-label={label}
    value={done}
    maxValue={Math.max(1, total)}
    className={classNames(styles.bar, className)}
  >
    {({ percentage }) => <i style={{ inlineSize: `${percentage ?? 0}%` }} />}
  </AriaProgressBar>
);
