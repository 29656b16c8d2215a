import type { Call } from '@shared/contract/calls';
import type { Note } from '@shared/contract/notes';
import { Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format';
import { useSaveText } from '../../list/use-save-text';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Menu, MenuItem } from '../../ui/menu';
import { useCallName } from '../parties';
import { csvOfNotes, textOfNotes } from './note-text';

/** Saves the notes of a call as text or CSV. */
export function ExportNotes({ call, notes }: { call: Call; notes: readonly Note[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const callName = useCallName();
  const saveText = useSaveText();
  const title = t('notes.titleOf', { call: callName(call), when: format.started(call.setup_time) });
  const save = async (suffix: 'txt' | 'csv', text: string) => {
    const name = `${t('notes.fileName', { day: call.setup_time.slice(0, 10) })}.${suffix}`;
    await saveText(name, text, t('notes.notExported'));
  };
  const edited = (name: string) => t('notes.editedBy', { name });
  const saveAsText = () =>
    save('txt', textOfNotes(title, notes, { unknown: t('notes.unknown'), edited, time: (at) => format.full(at) }));
  return (
    <Menu
      label={t('notes.export')}
      trigger={
        <IconButton label={t('notes.export')} size={24} placement="left">
          <Icon of={Share} size={14} />
        </IconButton>
      }
    >
      <MenuItem onAction={() => void saveAsText()}>{t('notes.asText')}</MenuItem>
      <MenuItem
        onAction={() =>
          void save(
            'csv',
            csvOfNotes((column) => t(`notes.head.${column}`), notes),
          )
        }
      >
        {t('notes.asCsv')}
      </MenuItem>
    </Menu>
  );
}
