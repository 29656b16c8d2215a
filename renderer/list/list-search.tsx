import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keysOf } from '../core/commands';
import { focusPage } from '../core/keep-focus';
import { useCommand } from '../core/use-command';
import { SearchField } from '../ui/search-field';

/** The pause in typing after which the search starts. */
const restMs = 150;

type Props = { text: string; label: string; onChange: (text: string) => void };

/** Searches while the user types. Arrow down moves to the list, Esc clears. */
export function ListSearch({ text: searched, label, onChange }: Props) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(searched);
  // The last text sent from here. A different one came from elsewhere (Back, "Show all") and replaces the input.
  const [sent, setSent] = useState(searched);
  const [seen, setSeen] = useState(searched);
  if (seen !== searched) {
    setSeen(searched);
    if (searched !== sent) {
      setSent(searched);
      setText(searched);
    }
  }
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === sent) return;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted);
    }, restMs);
    return () => clearTimeout(timer);
  }, [wanted, sent, onChange]);
  useCommand('search', () => {
    input.current?.focus();
    input.current?.select();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.key !== 'ArrowDown') return;
    event.preventDefault();
    focusPage();
  };
  return (
    <SearchField
      ref={input}
      pane={t('panes.search')}
      label={label}
      clear={t('ui.clearSearch')}
      keys={keysOf('search')}
      value={text}
      onChange={setText}
      onKeyDown={onKeyDown}
    />
  );
}
