import type { Call } from '@shared/contract/calls';
import { Share } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useZone } from '../../../core/session';
import { dayIn } from '../../../i18n/times';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { csvOf } from '../../../list/csv';
import { useSaveText } from '../../../list/use-save-text';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { toast } from '../../../ui/toast';
import { scoresOf } from '../../assignments';
import { type CallColumn, useCallColumns } from '../columns/call-columns';
import { useView } from '../columns/use-view';
import { scoreColumnId } from '../columns/view';

/** Saves calls with the columns of the list as CSV. */
export function ExportCalls({ calls }: { calls: readonly Call[] }) {
  const { t } = useTranslation();
  const zone = useZone();
  const columns = useCallColumns();
  const { view } = useView();
  const refusalText = useRefusalText();
  const saveText = useSaveText();
  const save = async () => {
    const shown = view.columns.flatMap(({ id }) => columns.get(id) ?? []);
    await saveText(t('bulk.fileName', { day: dayIn(zone) }), csvOf(await withScores(shown, calls), calls));
  };
  return (
    <Button
      look="quiet"
      icon={<Icon of={Share} />}
      onPress={() => void save().catch((error: unknown) => toast(refusalText(error), 'note'))}
    >
      {t('bulk.export')}
    </Button>
  );
}

/** The columns, with the text of the scores if they are among them. */
async function withScores(shown: readonly CallColumn[], calls: readonly Call[]): Promise<readonly CallColumn[]> {
  if (!shown.some(({ id }) => id === scoreColumnId)) return shown;
  const scores = await scoresOf(calls.map(({ call_id }) => call_id));
  const text = ({ call_id }: Call) => {
    const found = scores.get(call_id);
    return found?.status === 'completed' ? String(found.score ?? '') : '';
  };
  return shown.map((column) => (column.id === scoreColumnId ? { ...column, text } : column));
}
