import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '../ui/icon';
import { titleWhenCut } from '../ui/title-when-cut';
import styles from './crumb.module.css';

/** What a page is a part of, before its title. */
export const Crumb = ({ name, to }: { name: string; to: string }) => (
  <nav className={styles.crumbs} aria-label={name}>
    <Link className={styles.crumb ?? ''} to={to} onPointerEnter={titleWhenCut}>
      {name}
    </Link>
    <Icon of={ChevronRight} size={14} />
  </nav>
);
