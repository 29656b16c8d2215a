import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './page-bar.module.css';
import { titleWhenCut } from './title-when-cut';

type Props = {
  title: string;
  /** Of the calls, whose rows begin further out; or of one record, with the way back before its name. */
  of?: 'list' | 'record';
  before?: ReactNode;
  /** A short fact next to the name of a record. */
  badge?: string | undefined;
  /** Opens what the title is one of, right behind it. */
  menu?: ReactNode;
  children?: ReactNode;
};

/** The top of a page: its title, then what there is to do. On a Mac the window is moved by it. */
export const PageBar = ({ title, of, before, badge, menu, children }: Props) => (
  <header className={classNames(styles.bar, of === 'list' && styles.list)}>
    {before}
    <h1 className={classNames(styles.title, of === 'record' && styles.record)} dir="auto" onPointerEnter={titleWhenCut}>
      {title}
    </h1>
    {menu !== undefined && <span className={styles.menu}>{menu}</span>}
    {badge !== undefined && <span className={styles.badge}>{badge}</span>}
    {of === 'record' && <span className={styles.space} />}
    {children}
  </header>
);
