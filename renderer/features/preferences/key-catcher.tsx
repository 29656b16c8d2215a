import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chordOf, chordText } from '../../core/chords';
import type { CommandId } from '../../core/commands';
import { choose, conflictsOf, isReserved } from '../../core/shortcuts';
import { useCommandText } from '../../core/use-command-text';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import styles from './shortcuts.module.css';

/** Waits for the new keys of a command, and asks before other commands lose them. */
export function KeyCatcher({ id, onDone }: { id: CommandId; onDone: () => void }) {
  const { t } = useTranslation();
  const text = useCommandText();
  const format = useFormat();
  const [pressed, setPressed] = useState<string | null>(null);
  const isBad = pressed !== null && isReserved(id, pressed);
  const others = pressed === null || isBad ? [] : conflictsOf(id, pressed);
  const take = (chord: string) => {
    choose(id, [chord]);
    onDone();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const chord = chordOf(event.nativeEvent);
    if (chord === 'Tab' || chord === 'Shift+Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (chord === null) return;
    if (chord === 'Escape') onDone();
    else if (chord === 'Delete' || chord === 'Backspace') {
      choose(id, []);
      onDone();
    } else if (isReserved(id, chord) || conflictsOf(id, chord).length > 0) setPressed(chord);
    else take(chord);
  };
  if (pressed !== null && others.length > 0)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a question about the row, not a form
      <div className={styles.question} role="group" aria-labelledby={`question-${id}`}>
        <span id={`question-${id}`} role="alert">
          {t('preferences.taken', {
            keys: chordText(pressed),
            commands: format.list(others.map((other) => t('preferences.quoted', { command: text(other) }))),
          })}
        </span>
        <Button autoFocus onPress={onDone}>
          {t('preferences.keep')}
        </Button>
        <Button onPress={() => take(pressed)}>{t('preferences.take')}</Button>
      </div>
    );
  return (
    <span className={styles.question}>
      <span className={styles.hint} role={isBad ? 'alert' : undefined}>
        {isBad ? t('preferences.reserved', { keys: chordText(pressed ?? '') }) : t('preferences.pressHint')}
      </span>
      <button
        type="button"
        className={styles.catcher}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to press keys here
        autoFocus
        onKeyDown={onKeyDown}
        onBlur={onDone}
      >
        {t('preferences.press')}
      </button>
    </span>
  );
}
