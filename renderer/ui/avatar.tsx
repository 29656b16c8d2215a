import styles from './avatar.module.css';

/** The initials of the first and the last name. */
export const initials = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
};

/** A person's initials, next to their name. */
export const Avatar = ({ name, size = 26 }: { name: string; size?: 22 | 26 }) => (
  <span className={styles.avatar} data-size={size} aria-hidden="true">
    {initials(name)}
  </span>
);
