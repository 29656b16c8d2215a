import { type ImportPreset, importPresetApi } from '@shared/contract/import-presets';
import type { ImportReading } from '@shared/contract/import-reading';
import { suits } from '@shared/import-fields';
import { useMutation } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByImportPreset } from '../../api/cache/import-presets';
import { idIn } from '../../api/id-in';
import { isRefusal } from '../../api/refusal';
import { useCustomFields } from '../../core/custom-fields';
import { useImportPresets } from '../../core/import-presets';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useFieldName, useMessage } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useAfterClosing } from '../../ui/use-after-closing';
import styles from './read-columns.module.css';

/** The meanings that a column may have, the usual ones first; custom fields follow. */
const parts = ['date', 'time', 'from', 'to', 'other', 'own', 'agent', 'ring_seconds', 'leg'] as const;
const known = [
  ...(['setup_time', 'connect_time', 'disconnect_time', 'duration', 'direction', 'file', 'categories'] as const),
  ...([
    'from_number',
    'from_name',
    'to_number',
    'to_name',
    'agent_name',
    'agent_id',
    'acd_number',
    'acd_name',
  ] as const),
  ...(['protocol_call_id', 'protocol_tracking_id', 'interaction_id'] as const),
] as const;

type Column = ImportReading['columns'][number];
type Mapping = Record<string, string>;
type Props = {
  reading: ImportReading;
  /** What was chosen here: columns and their fields. */
  mapping: Mapping;
  onMap: (mapping: Mapping) => void;
  /** Called with the preset that was made of what is shown. */
  onKept: (preset_id: string) => void;
};

/** What each column of call details becomes, and changing that. What was changed can be kept as a preset. */
export function ReadColumns({ reading, mapping, onMap, onKept }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const nameOf = useFieldName();
  const customFields = useCustomFields();
  const [isOpen, setIsOpen] = useState(false);
  const { columns } = reading;
  if (columns.length === 0) return null;
  const unread = columns.filter(({ field, filled }) => field === null && filled > 0).length;
  const choicesFor = ({ field }: Column) => {
    const usual = [
      { id: '', name: t('imports.ignored') },
      ...known.map((id) => ({ id, name: nameOf(id) })),
      ...parts.map((id) => ({ id, name: t(`imports.part.${id}`) })),
      ...customFields.map(({ name }) => ({ id: `custom.${name}`, name })),
    ];
    const isUsual = field === null || usual.some(({ id }) => id === field);
    return isUsual ? usual : [...usual, { id: field, name: nameOf(field) }];
  };
  return (
    <section className={styles.columns} aria-label={t('imports.columns')}>
      <div className={styles.bar}>
        <Button look="quiet" aria-expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'imports.hideColumns' : 'imports.showColumns')}
        </Button>
        {unread > 0 && (
          <span className={styles.unread}>
            <Icon of={TriangleAlert} size={14} />
            {t('imports.unreadColumns', { count: unread, shown: format.figure(unread) })}
          </span>
        )}
        {Object.keys(mapping).length > 0 && (
          <>
            <span className={styles.space} />
            <Button look="quiet" onPress={() => onMap({})}>
              {t('imports.resetColumns')}
            </Button>
            <KeepAsPreset reading={reading} onKept={onKept} />
          </>
        )}
      </div>
      {isOpen && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('imports.columnName')}</th>
              <th scope="col">{t('imports.columnSamples')}</th>
              <th scope="col">{t('imports.columnField')}</th>
              <th scope="col">{t('imports.columnWhy')}</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(columns).map((column) => (
              <tr key={`${column.file} ${column.from}`} data-unread={isUnread(column) || undefined}>
                <th scope="row" dir="auto">
                  {column.from}
                </th>
                <td dir="auto">{column.samples.join(' · ')}</td>
                <td>
                  <SelectField
                    label={t('imports.fieldOf', { column: column.from })}
                    labelHidden
                    value={mapping[column.from] ?? column.field ?? ''}
                    onChange={(field) => onMap({ ...mapping, [column.from]: field })}
                    choices={choicesFor(column)}
                  />
                </td>
                <td>
                  {t(`imports.because.${column.because ?? 'none'}`)}
                  <SameField column={column} columns={columns} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Says that another column of the file is about the same: where both have a value, only one of them is used. */
function SameField({ column, columns }: { column: Column; columns: readonly Column[] }) {
  const { t } = useTranslation();
  const other = columns.find(
    (one) => one !== column && one.file === column.file && one.filled > 0 && areAlike(one.field, column.field),
  );
  if (!other || column.filled === 0) return null;
  return (
    <span className={styles.unread}>
      <Icon of={TriangleAlert} size={14} />
      {t('imports.sameField', { column: other.from })}
    </span>
  );
}

/** Whether two fields hold one value: the same one, or a cell about a party and its number. */
function areAlike(a: string | null, b: string | null): boolean {
  if (!a || !b) return false;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return a !== 'categories' && (short === long || long === `${short}_number`);
}

const isUnread = ({ field, filled }: Column) => field === null && filled > 0;

/** Columns that nothing reads first. */
const inOrder = (columns: readonly Column[]) => columns.toSorted((a, b) => Number(isUnread(b)) - Number(isUnread(a)));

type KeepProps = Pick<Props, 'reading' | 'onKept'>;

/** Keeps what is shown as a preset, with the patterns of the preset that was recognised. */
function KeepAsPreset(props: KeepProps) {
  const { t } = useTranslation();
  const mayKeep = useMay(importPresetApi.create);
  const [isAsking, setIsAsking] = useState(false);
  const form = useId();
  const close = () => setIsAsking(false);
  return (
    <>
      <Button unavailable={mayKeep ? undefined : t('imports.mayNotKeep')} onPress={() => setIsAsking(true)}>
        {t('imports.keepPreset')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('imports.keepPresetTitle')}
        firm
        actions={
          <>
            <Button onPress={close}>{t('ui.cancel')}</Button>
            <Button look="ink" type="submit" form={form}>
              {t('imports.keepPresetNow')}
            </Button>
          </>
        }
      >
        <p>{t('imports.keepPresetText')}</p>
        <KeepForm {...props} id={form} close={close} />
      </Dialog>
    </>
  );
}

function KeepForm({ reading, onKept, id, close }: KeepProps & { id: string; close: () => void }) {
  const { t } = useTranslation();
  const message = useMessage();
  const refusalText = useRefusalText();
  const afterClosing = useAfterClosing();
  const [name, setName] = useState('');
  const presets = useImportPresets();
  const base = presets.find(({ preset_id }) => preset_id === reading.preset?.preset_id);
  const keep = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api(importPresetApi.create, { body: { import_preset: presetFrom(reading, base, name) } as never }),
    onSuccess: async ({ url }) => {
      await refresh(changedByImportPreset);
      toast(t('imports.presetKept', { name }));
      afterClosing(() => onKept(idIn(url)));
      close();
    },
  });
  const said = isRefusal(keep.error) ? message(keep.error.field('name')) : undefined;
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (!keep.isPending) keep.mutate();
      }}
    >
      <TextField label={t('imports.presetName')} autoFocus value={name} onChange={setName} message={said} />
      {keep.error && !said && <FormMessage>{refusalText(keep.error)}</FormMessage>}
    </form>
  );
}

const mostDetails = 10;

/** A preset that reads files as they are shown: their columns and the forms of their dates. */
function presetFrom({ columns, times }: ImportReading, base: ImportPreset | undefined, name: string) {
  const files = [...new Set(columns.map(({ file }) => file))];
  const details = files.map((file) => ({
    format: formatOf(file),
    mapping: columns.flatMap((column) => {
      if (column.file !== file || column.field === null) return [];
      const { from, field } = column;
      const form = times.find((time) => time.file === file && time.from === from)?.form ?? null;
      return [{ field, from, form: form !== null && suits(field, form) ? form : null }];
    }),
  }));
  const { names = [], timezone = null, internal_digits = 6, channels = null } = base ?? {};
  const all = [...details.filter(({ mapping }) => mapping.length > 0), ...(base?.details ?? [])];
  return { name, names, timezone, internal_digits, channels, details: all.slice(0, mostDetails) };
}

const formatOf = (file: string): 'csv' | 'json' | 'xml' =>
  /\.xml$/i.test(file) ? 'xml' : /\.(json|jsonl|ndjson)$/i.test(file) ? 'json' : 'csv';
