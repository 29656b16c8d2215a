import { CallDirection } from '@shared/codes';
import { categorizeCalls } from '@shared/contract/call-bulk';
import type { Call } from '@shared/contract/calls';
import { useQueryClient } from '@tanstack/react-query';
import { ClipboardCheck, FolderPlus, Pencil, Search, Share, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/api';
import { changedByRemoval } from '../../../api/cache/calls';
import { useFound } from '../../../core/record-choices';
import { useHolds, useZone } from '../../../core/session';
import { useCommand } from '../../../core/use-command';
import { useReadingOnly } from '../../../core/view-as';
import { dayIn } from '../../../i18n/times';
import { useFormat } from '../../../i18n/use-format';
import { useRefusalText } from '../../../i18n/use-refusal-text';
import { csvOf } from '../../../list/csv';
import { FittingActions } from '../../../list/fitting-actions';
import { restMs } from '../../../list/page-search';
import { useBulk } from '../../../list/use-bulk';
import type { Choice } from '../../../list/use-choice';
import { useSaveText } from '../../../list/use-save-text';
import { Button } from '../../../ui/button';
import { Checkbox } from '../../../ui/checkbox';
import { FormMessage } from '../../../ui/form-message';
import { Icon } from '../../../ui/icon';
import { Popover } from '../../../ui/popover';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { useRested } from '../../../ui/use-rested';
import { AssignCalls, scoresOf } from '../../assignments';
import { CalibrateCalls } from '../../calibrations';
import { showChanged, useFieldText } from '../../call';
import { useCallName } from '../../parties';
import { type CallColumn, useCallColumns } from '../columns/call-columns';
import { useView } from '../columns/use-view';
import { scoreColumnId } from '../columns/view';
import styles from './bulk-popover.module.css';
import { BulkValue } from './bulk-value';
import { idsOf, refusedOf } from './refused-calls';
import { useRemoving } from './use-removing';
import { useTakingBack } from './use-taking-back';

/** The actions on several calls. */
export function CallActions({ choice }: { choice: Choice<Call> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const callName = useCallName();
  const reading = useReadingOnly();
  const { run, busy, notDone } = useBulk({ nameOf: callName, changed: changedByRemoval });
  const mayChoose = useHolds('calls:categorize');
  const maySeeCategories = useHolds('call_categories:view');
  const mayEdit = useHolds('calls:edit');
  const maySeeEvaluations = useHolds('evaluation_reports:view');
  const removing = useRemoving();
  const takingBack = useTakingBack();
  const calls = choice.records;

  const categorise = (add: string[], remove: string[]) => {
    const after = new Map<string, Call>();
    run(choice, {
      done: (count) => t('bulk.changed', { count, shown: format.figure(count) }),
      changeAll: async (all) => {
        const answer = await api(categorizeCalls, { body: { call_ids: idsOf(all), add, remove } });
        for (const call of answer.calls) after.set(call.call_id, call);
        showChanged(client, answer.calls);
        return refusedOf(all, answer.refused);
      },
      undo: (changed) =>
        takingBack.categories(changed.map((before) => ({ before, after: after.get(before.call_id) ?? before })))(),
    });
  };
  const remove = () => run(choice, removing.work);
  // While it is busy too: otherwise the key would remove the selected call.
  useCommand('listRemove', removing.whyNot === undefined ? () => busy || remove() : undefined);

  return (
    <>
      <FittingActions>
        {maySeeCategories && (
          <BulkCategories
            calls={calls}
            icon={<Icon of={FolderPlus} />}
            unavailable={reading ?? (mayChoose ? undefined : t('bulk.mayNotCategorise'))}
            busy={busy}
            onChange={categorise}
          />
        )}
        <BulkValue
          calls={calls}
          icon={<Icon of={Pencil} />}
          unavailable={reading ?? (mayEdit ? undefined : t('bulk.mayNotEdit'))}
        />
        {maySeeEvaluations && (
          <AssignCalls calls={calls} icon={<Icon of={ClipboardCheck} />} look="quiet" placement="top start" />
        )}
        {maySeeEvaluations && <CalibrateCalls calls={calls} />}
        <ExportCalls calls={calls} />
        <Button look="quiet" icon={<Icon of={Trash2} />} unavailable={removing.whyNot} busy={busy} onPress={remove}>
          {t('bulk.remove')}
        </Button>
      </FittingActions>
      {notDone}
    </>
  );
}

type BulkCategoriesProps = {
  calls: readonly Call[];
  icon: ReactNode;
  unavailable: string | undefined;
  busy: boolean;
  onChange: (add: string[], remove: string[]) => void;
};

/** A popover that puts several calls into categories, or takes them out. What is not touched stays. */
function BulkCategories({ calls, icon, unavailable, busy, onChange }: BulkCategoriesProps) {
  const { t } = useTranslation();
  const button = (
    <Button look="quiet" icon={icon} unavailable={unavailable} busy={busy}>
      {t('bulk.categories')}
    </Button>
  );
  if (unavailable !== undefined) return button;
  return (
    <Popover trigger={button} label={t('bulk.categories')} placement="top start">
      {({ close }) => (
        <Categories
          calls={calls}
          onChange={(add, remove) => {
            close();
            onChange(add, remove);
          }}
        />
      )}
    </Popover>
  );
}

function Categories({ calls, onChange }: Pick<BulkCategoriesProps, 'calls' | 'onChange'>) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const [typed, setTyped] = useState('');
  const { data: found = [], isPending, error } = useFound('category_id', useRested(typed.trim(), restMs));
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const count = calls.length;
  const havingOf = (id: string) =>
    calls.filter(({ categories }) => categories.some(({ category_id }) => category_id === id)).length;
  const changedTo = (isIn: boolean) => [...changes].flatMap(([id, to]) => (to === isIn ? [id] : []));
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (changes.size > 0) onChange(changedTo(true), changedTo(false));
      }}
    >
      <TextField
        label={t('bulk.findCategory')}
        labelHidden
        value={typed}
        onChange={setTyped}
        autoFocus
        before={<Icon of={Search} size={14} />}
      />
      <div className={styles.choices}>
        {found.map(({ id, name }) => {
          const having = havingOf(id);
          return (
            <Checkbox
              key={id}
              isSelected={changes.get(id) ?? having === count}
              isIndeterminate={!changes.has(id) && having > 0 && having < count}
              onChange={(isIn) => setChanges(new Map(changes).set(id, isIn))}
            >
              {name}
            </Checkbox>
          );
        })}
        {error && <FormMessage>{refusalText(error)}</FormMessage>}
        {found.length === 0 && !isPending && !error && <p className={styles.none}>{t('bulk.noCategory')}</p>}
      </div>
      <Button type="submit" look="ink" unavailable={changes.size === 0 ? t('bulk.chooseFirst') : undefined}>
        {t('bulk.change', { count, shown: format.figure(count) })}
      </Button>
    </form>
  );
}

/** Saves calls with the columns of the list as CSV. */
function ExportCalls({ calls }: { calls: readonly Call[] }) {
  const { t } = useTranslation();
  const zone = useZone();
  const columns = useCallColumns();
  const { view } = useView();
  const refusalText = useRefusalText();
  const saveText = useSaveText();
  const fieldText = useFieldText();
  // Without it, nothing says who called when the file is imported somewhere else.
  const direction = {
    name: t('calls.column.direction'),
    text: ({ protocol_call_direction: way }: Call) =>
      (way !== CallDirection.unknown && fieldText('protocol_call_direction', 'code', way)) || '',
  };
  const save = async () => {
    const shown = view.columns.flatMap(({ id }) => columns.get(id) ?? []);
    const all = [direction, ...(await withScores(shown, calls))];
    await saveText(t('bulk.fileName', { day: dayIn(zone) }), csvOf(all, calls));
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
