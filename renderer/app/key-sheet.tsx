import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { type CommandId, chordText, commands, type Place } from '../core/commands';
import { useCommand } from '../core/use-command';
import { Dialog } from '../ui/dialog';
import { KeyCap } from '../ui/key-cap';
import styles from './key-sheet.module.css';

export const useKeySheet = create<{ open: boolean; show: () => void; close: () => void }>()((set) => ({
  open: false,
  show: () => set({ open: true }),
  close: () => set({ open: false }),
}));

const places: Place[] = ['everywhere', 'list', 'player'];

/** Lists every shortcut by where it works. */
export function KeySheet() {
  const { t } = useTranslation();
  const { open, show, close } = useKeySheet();
  useCommand('help', show);
  const all = Object.keys(commands) as CommandId[];

  return (
    <Dialog open={open} onClose={close} title={t('keys.title')} width={560}>
      <div className={styles.columns}>
        {places.map((place) => {
          const ids = all.filter((id) => commands[id].place === place);
          return (
            <section key={place} className={styles.group}>
              <h3 className={styles.title}>{t(`keys.place.${place}`)}</h3>
              <dl>
                {ids.map((id) => (
                  <div key={id} className={styles.row}>
                    <dt>{t(`keys.command.${id}`)}</dt>
                    <dd>
                      <span className="visually-hidden">{commands[id].keys.map(chordText).join(', ')}</span>
                      {commands[id].keys.map((chord) => (
                        <KeyCap key={chord} keys={chordText(chord)} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </Dialog>
  );
}
