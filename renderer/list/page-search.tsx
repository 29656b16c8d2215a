import { type ComponentProps, type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { focusPage } from '../core/keep-focus';
import { useKeysOf } from '../core/shortcuts';
import { useCommand } from '../core/use-command';
import { isModified } from '../ui/is-modified';
import { SearchField } from '../ui/search-field';

/** The pause in typing after which the search starts. */
export const restMs = 150;

type Props = Pick<
  ComponentProps<typeof SearchField>,
  'label' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocusChange' | 'list' | 'children'
> & { onEnter?: () => void };

/** The search field of a list, with its shortcut. Arrow down moves to the list, Esc clears. */
export function PageSearch({ onEnter, ...props }: Props) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  useCommand('search', () => {
    input.current?.focus();
    input.current?.select();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onEnter?.();
    if (event.key !== 'ArrowDown' || isModified(event)) return;
    event.preventDefault();
    focusPage();
  };
  return (
    <SearchField
      ref={input}
      pane={t('panes.search')}
      clear={t('ui.clearSearch')}
      keys={keysOf('search')}
      onKeyDown={onKeyDown}
      {...props}
    />
  );
}
