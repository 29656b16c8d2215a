import type { KeyboardEvent } from 'react';
import { chordOf } from '../core/chords';

const key = 'Ctrl+Enter';

/**
 * The attributes of a form, or of its element, that Ctrl Enter submits. It does so before a button in it takes the key as
 * Enter, and no command of the page gets it.
 */
export const submitKey = (submit: () => void) => ({
  'data-own-keys': key,
  onKeyDownCapture: (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || chordOf(event.nativeEvent) !== key) return;
    event.preventDefault();
    event.stopPropagation();
    submit();
  },
});
