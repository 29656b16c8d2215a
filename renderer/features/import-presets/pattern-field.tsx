import { isFault, parsePattern } from '@shared/patterns/parse';
import { isPlaceholder, type PlaceholderName } from '@shared/patterns/placeholders';
import { Braces } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { TextField as AriaTextField, Label, TextArea } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSaid } from '../../i18n/use-said';
import { classNames } from '../../ui/class-names';
import { FieldNotes, type Said, stateOf } from '../../ui/field-parts';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { isModified } from '../../ui/is-modified';
import { Menu, MenuItem } from '../../ui/menu';
import field from '../../ui/text-field.module.css';
import styles from './pattern-field.module.css';

/** What a placeholder looks like in a pattern, and in a name. `any` is also written `*`. */
const examples: Readonly<Record<PlaceholderName, string>> = {
  from: '+49 30 1234',
  to: '201',
  other: '03023125342',
  own: '201',
  date: '20260203',
  time: '101112',
  datetime: '20260203101112',
  agent: 'Petra_Lang',
  agent_id: 'a18',
  queue: '600',
  queue_name: 'Sales',
  direction: 'in',
  id: '1770109870.7',
  tracking_id: '1770109870.7',
  from_name: 'Ada_Hill',
  to_name: 'Petra_Lang',
  other_name: 'Ada_Hill',
  category: 'Complaint',
  custom: 'K-4711',
  leg: 'rx',
  unix: '1770109870',
  unix_ms: '1770109870000',
  interaction: 'e4a3…-…',
  number: '0042',
  any: '…',
  call_id: 'e4a3…-…',
  file_id: 'e4a3…-…',
  original: 'call_1',
};
/** The usual ones first. */
const offered = Object.keys(examples).filter(isPlaceholder);
const written = (name: PlaceholderName) => (name === 'custom' ? '{custom:Name}' : `{${name}}`);

const mostShown = 8;

/** A placeholder, or the start of one that is not closed. */
const placeholder = /\{[^{}<>*]*\}|\*/g;

type Props = Pick<Said, 'label' | 'message' | 'readOnly'> & { value: string; onChange: (value: string) => void };

/**
 * A pattern for names of recordings. Placeholders look and are passed like one character each; `{` offers them. A fault is
 * marked where it is.
 */
export function PatternField({ value, onChange, readOnly = false, ...said }: Props) {
  const { t } = useTranslation();
  const say = useSaid();
  const id = useId();
  const input = useRef<HTMLTextAreaElement>(null);
  const [begun, setBegun] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const parsed = parsePattern(value);
  const fault = value !== '' && isFault(parsed) ? parsed : undefined;
  const offers = begun === null ? [] : offered.filter((name) => name.startsWith(begun.toLowerCase()));
  const isOpen = offers.length > 0;
  const active = Math.min(at, offers.length - 1);
  // The list does not scroll: it shows those around the active one.
  const first = Math.max(0, Math.min(active - mostShown + 1, offers.length - mostShown));
  const message = isOpen ? undefined : fault ? say({ text: '', reason: fault.reason }) : said.message;
  const whereNow = () => setBegun(begunAt(input.current));

  const put = (text: string, from?: number) => {
    const area = input.current;
    if (!area) return;
    area.focus();
    area.setSelectionRange(from ?? area.selectionStart, area.selectionEnd);
    // The only way to write that Ctrl Z takes back.
    document.execCommand('insertText', false, text);
    if (text === '{custom:Name}') area.setSelectionRange(area.selectionEnd - 5, area.selectionEnd - 1);
    setBegun(null);
  };
  const take = (name: PlaceholderName) =>
    put(written(name), (input.current?.selectionEnd ?? 0) - (begun ?? '').length - 1);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOpen && ['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'].includes(event.key) && !isModified(event)) {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') setBegun(null);
      else if (event.key === 'ArrowDown') setAt((active + 1) % offers.length);
      else if (event.key === 'ArrowUp') setAt((active + offers.length - 1) % offers.length);
      else take(offers[active] as PlaceholderName);
      return;
    }
    if (event.key === 'Enter') event.preventDefault();
    if (!isModified(event) && !event.shiftKey && !readOnly && stepOver(event.key, event.currentTarget))
      event.preventDefault();
  };

  return (
    <AriaTextField
      {...stateOf({ ...said, message, readOnly })}
      value={value}
      onChange={(text) => {
        onChange(text.replace(/\n/g, ''));
        setAt(0);
      }}
      spellCheck="false"
      autoComplete="off"
    >
      <Label className="visually-hidden">{said.label}</Label>
      <div className={classNames(field.box, field.long, styles.box)}>
        <div className={styles.stack}>
          <Coloured text={value} fault={fault?.at} />
          <TextArea
            ref={input}
            rows={1}
            data-one-line
            className={classNames(field.input, styles.text)}
            aria-autocomplete="list"
            {...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` })}
            onKeyDown={onKeyDown}
            onSelect={whereNow}
            onBlur={() => setBegun(null)}
          />
        </div>
        {!readOnly && (
          <Menu
            label={t('importPresets.placeholders')}
            trigger={
              <IconButton label={t('importPresets.placeholders')} size={24}>
                <Icon of={Braces} size={14} />
              </IconButton>
            }
          >
            {offered.map((name) => (
              <MenuItem
                key={name}
                hint={written(name)}
                onAction={() => requestAnimationFrame(() => put(written(name)))}
              >
                {t(`importPresets.placeholder.${name}`)}
              </MenuItem>
            ))}
          </Menu>
        )}
        {isOpen && (
          <div className={styles.offers}>
            <div id={id} role="listbox" aria-label={t('importPresets.placeholders')}>
              {offers.slice(first, first + mostShown).map((name, place) => (
                // The keys are those of the field, which keeps the focus.
                // biome-ignore lint/a11y/useKeyWithClickEvents: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={name}
                  id={`${id}-${first + place}`}
                  role="option"
                  aria-selected={first + place === active}
                  aria-setsize={offers.length}
                  aria-posinset={first + place + 1}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => take(name)}
                >
                  <code>{written(name)}</code> {t(`importPresets.placeholder.${name}`)} <span>{examples[name]}</span>
                </div>
              ))}
            </div>
            {offers.length > mostShown && (
              <p className={styles.more}>{t('importPresets.morePlaceholders', { count: offers.length - mostShown })}</p>
            )}
          </div>
        )}
      </div>
      <FieldNotes {...said} message={message} />
    </AriaTextField>
  );
}

/** The text behind the field, with its placeholders as chips and its fault underlined. */
function Coloured({ text, fault }: { text: string; fault: number | undefined }) {
  const pieces: { text: string; isChip: boolean; at: number }[] = [];
  let end = 0;
  for (const { 0: chip, index } of text.matchAll(placeholder)) {
    if (text[index - 1] === '\\') continue;
    if (index > end) pieces.push({ text: text.slice(end, index), isChip: false, at: end });
    pieces.push({ text: chip, isChip: true, at: index });
    end = index + chip.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isChip: false, at: end });
  return (
    <div className={styles.coloured} aria-hidden="true">
      {pieces.map((piece) => (
        <span key={piece.at} className={piece.isChip ? styles.chip : undefined}>
          {fault !== undefined && fault >= piece.at && fault < piece.at + piece.text.length ? (
            <>
              {piece.text.slice(0, fault - piece.at)}
              <span className={styles.fault}>{piece.text.slice(fault - piece.at)}</span>
            </>
          ) : (
            piece.text
          )}
        </span>
      ))}
    </div>
  );
}

/** What is written of the placeholder in which the text cursor is, after its `{`; null when it is in none. */
function begunAt(area: HTMLTextAreaElement | null): string | null {
  if (!area || document.activeElement !== area || area.readOnly || area.selectionStart !== area.selectionEnd)
    return null;
  const [before, after] = [area.value.slice(0, area.selectionStart), area.value.slice(area.selectionStart)];
  const [, begun] = /(?:^|[^\\])\{([a-z_]*)$/i.exec(before) ?? [];
  return begun === undefined || /^[a-z_]*[}:]/i.test(after) ? null : begun;
}

/** Moves over a placeholder, or removes it, as if it were one character; or to an end of the pattern. Whether it did. */
function stepOver(key: string, area: HTMLTextAreaElement): boolean {
  const { selectionStart: start, selectionEnd: end, value } = area;
  // The pattern is one line, also where it is shown in several.
  if (key === 'Home' || key === 'End') {
    const place = key === 'Home' ? 0 : value.length;
    area.setSelectionRange(place, place);
    return true;
  }
  if (start !== end) return false;
  const isBack = key === 'ArrowLeft' || key === 'Backspace';
  if (!isBack && key !== 'ArrowRight' && key !== 'Delete') return false;
  const chip = [...value.matchAll(placeholder)].find(
    ({ 0: text, index }) => text.length > 1 && (isBack ? index + text.length === start : index === start),
  );
  if (!chip) return false;
  const to = chip.index + (isBack ? 0 : chip[0].length);
  if (key === 'Backspace' || key === 'Delete') {
    area.setSelectionRange(Math.min(start, to), Math.max(start, to));
    document.execCommand('delete');
  } else area.setSelectionRange(to, to);
  return true;
}
