import { type Note, noteApi } from '@shared/contract/notes';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { noteKeys } from '../../api/cache/notes';
import { every } from '../../api/every';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { toast, toastUndo } from '../../ui/toast';

const inOrder = (notes: Note[]) => notes.toSorted((one, other) => (one.position ?? -1) - (other.position ?? -1));

/** The query of the notes of a call. It does not run without the right to see notes. */
export const useNotesQuery = (call_id: string | null) =>
  useQuery({
    queryKey: noteKeys.ofCall(call_id ?? ''),
    enabled: useHolds('call_notes:view') && call_id !== null,
    queryFn: ({ signal }) => every(noteApi.list, 'notes', signal, { params: { call_id: call_id ?? '' } }),
    select: inOrder,
  });

/** The notes of a call in the order of its recording, those on the whole call first; undefined without the right. */
export const useNotes = (call_id: string | null): readonly Note[] | undefined => useNotesQuery(call_id).data;

/** Deletes a note, which can be undone: the user who undoes it adds the same text at the same place. */
export function useDeleteNote(call_id: string) {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const again = () => refresh([noteKeys.ofCall(call_id)]);
  const undo = async ({ text, position, end_position }: Note) => {
    await api(noteApi.create, { params: { call_id }, body: { note: { text, position, end_position } } });
    await again();
  };
  return useMutation({
    mutationFn: ({ note_id }: Note) => api(noteApi.delete, { params: { call_id, note_id } }),
    onSuccess: (_, note) =>
      toastUndo(t('notes.deleted'), () => void undo(note).catch(() => toast(t('notes.undoFailed'), 'note'))),
    onError: (error) => toast(refusalText(error), 'note'),
    onSettled: again,
  });
}
