import { RotateCcw } from 'lucide-react';
import { Fragment, useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { chordText } from '../../core/chords';
import type { CommandId } from '../../core/commands';
import { chosenChords, resetKeys, useShortcuts } from '../../core/shortcuts';
import { useCommandText } from '../../core/use-command-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { KeyCap } from '../../ui/key-cap';
import { KeyCatcher } from './key-catcher';
import styles from './shortcuts.module.css';

type Props = { id: CommandId; changing: boolean; onChanging: (id: CommandId | null) => void };

/** A command and its shortcut, which is a button that waits for new keys. */
export function ShortcutRow({ id, changing, onChanging }: Props) {
  const { t } = useTranslation();
  const text = useCommandText();
  const shortcuts = useShortcuts();
  const opener = useRef<HTMLButtonElement>(null);
  const wasChanging = useRef(false);
  useEffect(() => {
    if (wasChanging.current && !changing) opener.current?.focus();
    wasChanging.current = changing;
  }, [changing]);
  const command = text(id);
  const isOwn = id in shortcuts.chosen;
  const chords = chosenChords(id, shortcuts);
  const shown = chords.length > 0 ? chords.map(chordText).join(' ') : t('preferences.noKeys');
  const reset = () => {
    resetKeys(id);
    opener.current?.focus();
  };
  return (
    <li className={styles.row} data-changing={changing || undefined}>
      <span className={styles.command}>{command}</span>
      {changing ? (
        <KeyCatcher id={id} onDone={() => onChanging(null)} />
      ) : (
        <>
          {isOwn && (
            <IconButton label={t('preferences.reset', { command })} size={24} placement="left" onPress={reset}>
              <Icon of={RotateCcw} size={14} />
            </IconButton>
          )}
          <AriaButton
            ref={opener}
            className={styles.keys ?? ''}
            aria-label={`${t('preferences.change', { command })}: ${shown}`}
            onPress={() => onChanging(id)}
          >
            {chords.length === 0 && <span className={styles.none}>{t('preferences.noKeys')}</span>}
            {chords.map((chord) => (
              <Fragment key={chord}>
                <KeyCap keys={chordText(chord)} />{' '}
              </Fragment>
            ))}
          </AriaButton>
        </>
      )}
    </li>
  );
}
