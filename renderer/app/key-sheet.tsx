import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { create } from 'zustand';
import { chordText } from '../core/chords';
import { type CommandPlace, commandIds, commandOf } from '../core/commands';
import { chordsOf, listLetterOf, useShortcuts } from '../core/shortcuts';
import { useCommand } from '../core/use-command';
import { useCommandText } from '../core/use-command-text';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { KeyCap } from '../ui/key-cap';
import styles from './key-sheet.module.css';

export const useKeySheet = create<{ open: boolean; show: () => void; close: () => void }>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  close: () => set({ open: false }),
}));

const places: CommandPlace[] = ['everywhere', 'list', 'player', 'form'];

/** Lists every shortcut by where it works. */
export function KeySheet() {
  const { t } = useTranslation();
  const { open, show, close } = useKeySheet();
  const navigate = useNavigate();
  useCommand('keys', show);
  const change = () => {
    close();
    void navigate('/preferences#shortcuts');
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('keys.title')}
      width={720}
      actions={<Button onPress={change}>{t('keys.change')}</Button>}
    >
      <div className={styles.columns}>
        {places.map((place) => (
          <section key={place} className={styles.group}>
            <h3 className={styles.title}>{t(`keys.place.${place}`)}</h3>
            <Shortcuts place={place} />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function Shortcuts({ place }: { place: CommandPlace }) {
  const text = useCommandText();
  const shortcuts = useShortcuts();
  const shown = commandIds.flatMap((id) => {
    const letter = listLetterOf(id, shortcuts);
    const own = commandOf(id).place === place ? chordsOf(id, shortcuts) : [];
    const chords = place === 'list' && letter !== undefined ? [...own, letter] : own;
    return chords.length > 0 ? [{ id, chords }] : [];
  });
  return (
    <dl>
      {shown.map(({ id, chords }) => (
        <div key={id} className={styles.row}>
          <dt>{text(id)}</dt>
          <dd>
            <span className="visually-hidden">{chords.map(chordText).join(', ')}</span>
            {chords.map((chord) => (
              <KeyCap key={chord} keys={chordText(chord)} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
