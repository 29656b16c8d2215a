import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { titleWhenCut } from '../ui/title-when-cut';
import styles from './crumb.module.css';

/** What a page is a part of, before its title. */
export const Crumb = ({ name, to }: { name: string; to: string }) => (
  <nav className={styles.crumbs} aria-label={name}>
    <Link className={styles.crumb ?? ''} to={to} onPointerEnter={titleWhenCut}>
      {name}
    </Link>
    <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
  </nav>
);
