import styles from './key-cap.module.css';

/**
 * A key or chord as printed on the keyboard, if there is one. Hidden from screen readers, because the control announces its shortcut.
 */
export const KeyCap = ({ keys }: { keys: string | undefined }) =>
  keys !== undefined && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a kbd takes no focus
    <kbd className={styles.key} aria-hidden="true">
      {keys}
    </kbd>
  );
