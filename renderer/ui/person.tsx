import { Avatar } from './avatar';
import styles from './person.module.css';

/** A person in a list, with the initials if it is a user who is known. */
export const Person = ({ name, known = true }: { name: string; known?: boolean }) => (
  <span className={styles.person}>
    {known ? <Avatar name={name} size={22} /> : <span className={styles.unknown} />}
    <span className={styles.name}>{name}</span>
  </span>
);
