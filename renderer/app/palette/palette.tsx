import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { chordText } from '../../core/chords';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { Icon } from '../../ui/icon';
import { KeyCap } from '../../ui/key-cap';
import { useAfterClosing } from '../../ui/use-after-closing';
import type { Entry, Group } from './entry';
import { match } from './match';
import styles from './palette.module.css';
import { usePalette } from './palette-state';
import { type Shown, useEntries } from './use-entries';

/** The command palette: commands, calls, people, saved searches and pages, found by typing. */
export function Palette() {
  const { t } = useTranslation();
  const { open, close } = usePalette();
  return (
    <ModalOverlay
      isOpen={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      isDismissable
      className={styles.scrim ?? ''}
      data-modal
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label={t('palette.name')}>
          <PaletteField />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What was typed when Enter was pressed, and the entry that was current. */
type Entered = { typed: string; id: string | undefined };

/** The field of the palette, and what it finds. */
function PaletteField() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Group | null>(null);
  const { shown, text, group, isLooking } = useEntries(typed, chosen);
  const afterClosing = useAfterClosing();
  const closeAnd = (run: () => void) => {
    afterClosing(run);
    usePalette.getState().close();
  };
  const entries = shown.flatMap((one) => one.entries);
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const searchAll = () => closeAnd(() => void navigate(`/review?${new URLSearchParams({ search: text })}`));

  const onAction = (id: string) => {
    const failed = shown.find((one) => `failed ${one.group}` === id);
    const entry = known.get(id);
    if (failed) failed.retry();
    else if (id === 'search all') searchAll();
    else if (entry && entry.whyNot === undefined) closeAnd(entry.run);
  };
  // Enter waits for a search that is still running, then runs the entry that was current, otherwise the best one.
  const [entered, setEntered] = useState<Entered | null>(null);
  useEffect(() => {
    if (entered === null || isLooking) return;
    setEntered(null);
    if (entered.typed !== typed) return;
    // If nothing is found, the search of all calls is offered, and takes an Enter of its own.
    const id = entered.id ?? entries.find(({ whyNot }) => whyNot === undefined)?.id;
    if (id !== undefined) onAction(id);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = known.get(currentId(event) ?? '');
    // None is current when they were found after the last letter.
    const first = entry ?? entries[0];
    const isEarlier = shown.some((one) => one.isEarlier && first && one.entries.includes(first));
    if (event.key === 'Enter' && (isEarlier || (!first && isLooking))) {
      // What was found with earlier letters need not be what the user means.
      event.preventDefault();
      event.stopPropagation();
      if (!event.ctrlKey && !event.metaKey) setEntered({ typed, id: entry?.id });
      return;
    }
    setEntered(null);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      if (first?.play) closeAnd(first.play);
    } else if (event.key === 'Enter' && currentId(event) === undefined && first) {
      event.preventDefault();
      event.stopPropagation();
      onAction(first.id);
    } else if (event.key === 'Tab') {
      event.preventDefault();
      // Otherwise the dialog moves the focus.
      event.stopPropagation();
      setChosen(nextGroup(shown, chosen, entry, event.shiftKey));
    } else if (event.key === 'Backspace' && typed === '') setChosen(null);
  };

  return (
    // The keys of the field are taken before it handles them itself.
    <div className={styles.palette} onKeyDownCapture={onKeyDown}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <TextField className={styles.field ?? ''} aria-label={t('palette.find')} autoFocus>
          <Icon of={Search} size={18} />
          {group !== null && <span className={styles.group}>{t(`palette.group.${group}`)}</span>}
          <Input className={styles.input ?? ''} placeholder={t('palette.find')} maxLength={256} />
          <span className={styles.count} role="status" data-figures>
            {isLooking ? t('palette.looking') : text !== '' && t('palette.found', { count: entries.length })}
          </span>
        </TextField>
        {/* The items have no focus of their own: the field keeps it, and this part scrolls with the keys. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls */}
        <div className={styles.scroller} tabIndex={0}>
          <Menu
            className={styles.menu ?? ''}
            aria-label={t('palette.name')}
            onAction={(id) => onAction(String(id))}
            renderEmptyState={() => <p className={styles.none}>{t(isLooking ? 'palette.looking' : 'palette.none')}</p>}
          >
            {shown.map((one) => (
              <MenuSection key={one.group}>
                <Header className={styles.heading ?? ''}>{one.title}</Header>
                {one.entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} typed={text} />
                ))}
                {one.error && (
                  <MenuItem
                    id={`failed ${one.group}`}
                    className={styles.row ?? ''}
                    textValue={refusalText(one.error)}
                    data-fails
                  >
                    <span className={styles.text}>{refusalText(one.error)}</span>
                    <span className={styles.end}>{t('palette.again')}</span>
                  </MenuItem>
                )}
              </MenuSection>
            ))}
            {entries.length === 0 && text !== '' && !isLooking && (
              <MenuItem id="search all" className={styles.row ?? ''} textValue={t('palette.searchCalls', { text })}>
                <Icon of={Search} />
                <span className={styles.text}>{t('palette.searchCalls', { text })}</span>
              </MenuItem>
            )}
          </Menu>
        </div>
      </Autocomplete>
      <Foot isNarrowed={chosen !== null} />
    </div>
  );
}

/** The id of the entry that the field shows as current. */
function currentId({ target }: KeyboardEvent): string | undefined {
  const id = target instanceof Element ? target.getAttribute('aria-activedescendant') : null;
  return (id && document.getElementById(id)?.dataset.key) || undefined;
}

/** Tab narrows to the group of the current entry, then to the next ones, then shows all again. */
function nextGroup(
  shown: readonly Shown[],
  chosen: Group | null,
  entry: Entry | undefined,
  isBack: boolean,
): Group | null {
  if (chosen !== null || isBack) return null;
  const own = shown.find(({ entries }) => entry && entries.includes(entry));
  return (own ?? shown[0])?.group ?? null;
}

function Foot({ isNarrowed }: { isNarrowed: boolean }) {
  const { t } = useTranslation();
  return (
    <p className={styles.foot} aria-hidden="true">
      <KeyCap keys={chordText('Enter')} /> {t('palette.doIt')}
      <KeyCap keys={chordText('Ctrl+Enter')} /> {t('palette.play')}
      <KeyCap keys="Tab" /> {t(isNarrowed ? 'palette.allGroups' : 'palette.oneGroup')}
      <span className={styles.esc}>
        <KeyCap keys="Esc" />
      </span>
    </p>
  );
}

/** One entry, with the letters that match. One that is not possible now says why, and stays where it is. */
function EntryRow({ entry, typed }: { entry: Entry; typed: string }) {
  const { id, text, detail, icon, ends = [], count, keys, whyNot } = entry;
  return (
    <MenuItem
      id={id}
      className={styles.row ?? ''}
      textValue={[text, whyNot ?? detail, ...ends].filter(Boolean).join(', ')}
      data-off={whyNot !== undefined || undefined}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.text} dir="auto">
        <Marked text={text} typed={typed} />
      </span>
      <span className={styles.detail} dir="auto">
        {whyNot ?? detail}
      </span>
      {ends.map((end) => (
        <span key={end} className={styles.end} data-figures>
          {end}
        </span>
      ))}
      {count}
      {whyNot === undefined && <KeyCap keys={keys} />}
    </MenuItem>
  );
}

/** A text whose matching letters are bold. */
function Marked({ text, typed }: { text: string; typed: string }) {
  const at = typed === '' ? undefined : match(text, typed)?.at;
  if (!at) return text;
  const parts: { text: string; isMarked: boolean; from: number }[] = [];
  for (const [n, letter] of [...text].entries()) {
    const isMarked = at.has(n);
    const last = parts.at(-1);
    if (last?.isMarked === isMarked) last.text += letter;
    else parts.push({ text: letter, isMarked, from: n });
  }
  return parts.map(({ text: part, isMarked, from }) => (isMarked ? <b key={from}>{part}</b> : part));
}
