import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './page.module.css';

type Props = {
  /** The name of the page, for screen readers. */
  label: string;
  busy?: boolean;
  /** Sets `--page-grid`, for a page with more than one part below its bar. */
  className?: string | undefined;
  children: ReactNode;
};

/** A page that takes the whole space next to the sidebar: its bar, and what is below it. */
export const Page = ({ label, busy, className, children }: Props) => (
  <main
    className={classNames(styles.page, className)}
    aria-label={label}
    aria-busy={busy}
    data-pane
    data-no-deck="idle"
    tabIndex={-1}
  >
    {children}
  </main>
);

/** In place of a page while its content is being read. */
export const PagePending = () => <main className={styles.page} aria-busy="true" data-no-deck="idle" />;

/** The sections of a page of settings, one below the other. */
export const PageSections = ({ children }: { children: ReactNode }) => (
  <div className={styles.sections} data-page-focus>
    {children}
  </div>
);
