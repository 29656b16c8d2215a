import type { ImportReading, ReadCall } from '@shared/contract/import-reading';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useFieldName, useSaid } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { isModified } from '../../ui/is-modified';
import { ToggleChip } from '../../ui/toggle-chip';
import { FittedName, fitOf, rulesOf } from '../import-presets';
import { directionIcon } from '../parties';
import type { Draft } from './draft';
import type { Previewed } from './import-flow';
import styles from './read-calls.module.css';
import { placeText } from './row-text';

/** The columns of a call, and the fields whose doubts they show. */
const columns = [
  { id: 'direction', fields: ['direction', 'protocol_call_direction'] },
  { id: 'started', fields: ['setup_time'] },
  { id: 'from', fields: ['from_number', 'from_name'] },
  { id: 'to', fields: ['to_number', 'to_name'] },
  { id: 'agent', fields: ['agent_name', 'agent_id'] },
  { id: 'queue', fields: ['acd_name', 'acd_number'] },
  { id: 'length', fields: ['duration'] },
  { id: 'recording', fields: ['file'] },
] as const;
type ColumnId = (typeof columns)[number]['id'];

/** Calls that are shown at first, and those among which the uncertain ones are found. */
export const [firstCalls, mostCalls] = [20, 200];

const party = (name: string | undefined, number: string | undefined) => [name, number].filter(Boolean).join(' · ');

type Props = {
  preview: Previewed;
  count: number;
  /** The preset as it was changed here, or the one by which the files are read. */
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** Leads to what words for directions mean. */
  onSides: () => void;
  /** In which times without one are read. */
  zone: string;
  /** Whether as many calls are shown as there can be; `onAll` asks for them. */
  isAll: boolean;
  onAll: () => void;
  /** What stands beside the list instead of the selected call. */
  children: ReactNode;
};

/** The first calls as they will become, what is uncertain about them, and all values of the selected one. */
export function ReadCalls({ preview, count, isAll, onAll, zone, children, ...how }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { doubts } = preview.reading;
  const [at, setAt] = useState(0);
  const [isOnlyUncertain, setIsOnlyUncertain] = useState(false);
  const rows = useRef<HTMLTableSectionElement>(null);
  const calls = isOnlyUncertain
    ? preview.reading.calls.filter((call) => call.doubts.length > 0)
    : preview.reading.calls.slice(0, firstCalls);
  const place = Math.min(at, calls.length - 1);
  const selected = calls[place];
  const uncertain = doubts.reduce((sum, one) => sum + one.count, 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = isModified(event) ? undefined : moveBy(event.key, place, calls);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    rows.current?.querySelectorAll<HTMLElement>('tr')[next]?.focus();
  };
  if (!selected && !children && !isOnlyUncertain) return null;
  return (
    <div className={styles.calls} data-changing={Boolean(children) || undefined}>
      <div className={styles.scroll} data-pane tabIndex={-1}>
        {selected && (
          <table className={styles.table} aria-label={t('imports.firstCalls')}>
            <thead>
              <tr>
                {columns.map(({ id }) => (
                  <th key={id} scope="col" data-column={id}>
                    {id === 'direction' ? (
                      <span className="visually-hidden">{t('imports.column.direction')}</span>
                    ) : (
                      t(`imports.column.${id}`)
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody ref={rows} onKeyDown={onKeyDown}>
              {calls.map((call, n) => (
                <tr
                  // biome-ignore lint/suspicious/noArrayIndexKey: a call has no id before it is imported
                  key={n}
                  tabIndex={n === place ? 0 : -1}
                  aria-selected={n === place}
                  onFocus={() => setAt(n)}
                  onClick={({ currentTarget }) => currentTarget.focus()}
                >
                  {columns.map(({ id, fields }) => (
                    <td key={id} data-column={id}>
                      <Doubted call={call} fields={fields}>
                        <Cell id={id} call={call} />
                      </Doubted>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <div className={styles.foot}>
          <span>{t('imports.timesIn', { zone })}</span>
          {!isOnlyUncertain &&
            count > calls.length &&
            t('imports.more', { count: count - calls.length, shown: format.figure(count - calls.length) })}
          {isOnlyUncertain && calls.length === 0 && t('imports.noneUncertain', { shown: format.figure(mostCalls) })}
          {(uncertain > 0 || isOnlyUncertain) && (
            <ToggleChip
              isSelected={isOnlyUncertain}
              onChange={(isOn) => {
                setIsOnlyUncertain(isOn);
                setAt(0);
                if (isOn && !isAll) onAll();
              }}
            >
              {t('imports.uncertain', { count: uncertain, shown: format.figure(uncertain) })}
            </ToggleChip>
          )}
        </div>
      </div>
      {children || (selected && <Values call={selected} reading={preview.reading} {...how} />)}
    </div>
  );
}

/** The row that a key leads to: arrows, Home, End, and U for the next one with a doubt. */
function moveBy(key: string, at: number, calls: readonly ReadCall[]): number | undefined {
  const last = calls.length - 1;
  if (key === 'ArrowDown') return Math.min(last, at + 1);
  if (key === 'ArrowUp') return Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.toLowerCase() !== 'u') return undefined;
  const next = calls.findIndex(({ doubts }, place) => place > at && doubts.length > 0);
  return next === -1 ? undefined : next;
}

type DoubtedProps = { call: ReadCall; fields: readonly string[]; children: ReactNode };

/** A value that is uncertain has a sign and words. */
function Doubted({ call, fields, children }: DoubtedProps) {
  const { t } = useTranslation();
  if (!call.doubts.some(({ field }) => fields.includes(field))) return children;
  return (
    <span className={styles.doubted}>
      {children}
      <Icon of={TriangleAlert} size={12} role="img" aria-label={t('imports.uncertainValue')} />
    </span>
  );
}

function Cell({ id, call }: { id: ColumnId; call: ReadCall }): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const direction = call.protocol_call_direction ?? 0;
  switch (id) {
    case 'direction':
      return (
        <Icon
          of={directionIcon(call)}
          size={14}
          role="img"
          aria-label={t(`imports.direction.${direction === 2 ? 'in' : direction === 1 ? 'out' : 'unknown'}`)}
        />
      );
    case 'started':
      return call.setup_time ? format.startedExactly(call.setup_time) : '–';
    case 'from':
      return party(call.from_name, call.from_number) || '–';
    case 'to':
      return party(call.to_name, call.to_number) || '–';
    case 'agent':
      return call.agent_name ?? call.agent_id ?? '';
    case 'queue':
      return call.acd_name ?? call.acd_number ?? '';
    case 'length':
      return call.duration === undefined ? '' : lengthText(call.duration);
    case 'recording':
      return call.files.map(({ name }) => name).join(', ');
  }
}

type ValuesProps = Pick<Props, 'draft' | 'onDraft' | 'onSides'> & { call: ReadCall; reading: ImportReading };

/** All values of a call, and what is uncertain about it. */
function Values({ call, reading, draft, onDraft, onSides }: ValuesProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const say = useSaid();
  const nameOf = useFieldName();
  const { files, record, doubts, categories, custom_fields, ...fields } = call;
  const rules = rulesOf(draft.names);
  const [file] = files;
  const pattern = file && fitOf(rules, file.name)?.rule.text;
  const reasons = doubts.flatMap(({ field, code }) => {
    const known = reading.doubts.find((one) => one.field === field && one.code === code);
    return known ? [say({ text: '', reason: known.reason })] : [];
  });
  const isSideOpen =
    pattern !== undefined && doubts.some(({ code, field }) => code === 'side_unknown' && field !== 'agent_channel');
  const shown = Object.entries(fields).flatMap(([field, value]): [string, string][] => {
    if (value === undefined || value === '' || field === 'protocol_call_direction') return [];
    if (field.endsWith('_time')) return [[nameOf(field), format.full(String(value))]];
    return [[nameOf(field), field === 'duration' ? lengthText(Number(value)) : String(value)]];
  });
  return (
    <aside className={styles.pane} aria-label={t('imports.values')} data-pane tabIndex={-1}>
      {file ? (
        <div>
          <FittedName name={file.name} rules={rules} isQuiet />
        </div>
      ) : (
        record && <p className={styles.name}>{t(placeText(record.file), { file: record.file, line: record.line })}</p>
      )}
      {record && file && (
        <p className={styles.from}>{t(placeText(record.file), { file: record.file, line: record.line })}</p>
      )}
      {[...new Set(reasons)].map((sentence) => (
        <p key={sentence} className={styles.doubt}>
          <Icon of={TriangleAlert} size={14} /> {sentence}
        </p>
      ))}
      {isSideOpen && (
        <p className={styles.repairs}>
          {(['inbound', 'outbound'] as const).map((direction) => (
            <Button
              key={direction}
              onPress={() =>
                onDraft({
                  ...draft,
                  names: draft.names.map((one) => (one.pattern === pattern ? { ...one, direction } : one)),
                })
              }
            >
              {t(`imports.all.${direction}`)}
            </Button>
          ))}
        </p>
      )}
      {doubts.some(({ code }) => code === 'direction_unclear') && record && (
        <p className={styles.repairs}>
          <Button onPress={onSides}>{t('imports.sayDirection')}</Button>
        </p>
      )}
      <dl className={styles.values}>
        {[
          ...shown,
          ...(categories.length > 0 ? [[nameOf('categories'), format.list(categories)] as const] : []),
          ...custom_fields.map(({ name, value }) => [name, value] as const),
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
