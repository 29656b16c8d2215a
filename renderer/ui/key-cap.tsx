import styles from './key-cap.module.css';

/** A key or a chord as printed on the keyboard; said by the control it stands in, so hidden from readers here. */
export const KeyCap = ({ keys }: { keys: string }) => (
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
  <kbd className={styles.key} aria-hidden="true">
    {keys}
  </kbd>
);
