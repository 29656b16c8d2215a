import type { ImportReading, ReadCall } from '@shared/contract/import-reading';
import { TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { useFieldName, useSaid } from '../../i18n/use-said';
import { Icon } from '../../ui/icon';
import { directionIcon } from '../parties';
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

const party = (name: string | undefined, number: string | undefined) => [name, number].filter(Boolean).join(' · ');

type Props = { preview: Previewed; count: number };

/** The first calls as they will become, what is uncertain about them, and all values of the selected one. */
export function ReadCalls({ preview, count }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { calls, doubts } = preview.reading;
  const [at, setAt] = useState(0);
  const rows = useRef<HTMLTableSectionElement>(null);
  const selected = calls[Math.min(at, calls.length - 1)];
  const uncertain = doubts.reduce((sum, one) => sum + one.count, 0);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveBy(event.key, at, calls);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    rows.current?.querySelectorAll<HTMLElement>('tr')[next]?.focus();
  };
  if (calls.length === 0 || !selected) return null;
  return (
    <div className={styles.calls}>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={t('imports.firstCalls')}>
          <thead>
            <tr>
              {columns.map(({ id }) => (
                <th key={id} scope="col">
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
            {calls.map((call, place) => (
              <tr
                // biome-ignore lint/suspicious/noArrayIndexKey: a call has no id before it is imported
                key={place}
                tabIndex={place === at ? 0 : -1}
                aria-selected={place === at}
                onFocus={() => setAt(place)}
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
        <p className={styles.foot}>
          {count > calls.length &&
            t('imports.more', { count: count - calls.length, shown: format.figure(count - calls.length) })}{' '}
          {uncertain > 0 && t('imports.uncertain', { count: uncertain, shown: format.figure(uncertain) })}
        </p>
      </div>
      <Values call={selected} reading={preview.reading} />
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

/** All values of a call, and what is uncertain about it. */
function Values({ call, reading }: { call: ReadCall; reading: ImportReading }) {
  const { t } = useTranslation();
  const format = useFormat();
  const say = useSaid();
  const nameOf = useFieldName();
  const { files, record, doubts, categories, custom_fields, ...fields } = call;
  const reasons = doubts.flatMap(({ field, code }) => {
    const known = reading.doubts.find((one) => one.field === field && one.code === code);
    return known ? [say({ text: '', reason: known.reason })] : [];
  });
  const shown = Object.entries(fields).flatMap(([field, value]): [string, string][] => {
    if (value === undefined || value === '' || field === 'protocol_call_direction') return [];
    if (field.endsWith('_time')) return [[nameOf(field), format.full(String(value))]];
    return [[nameOf(field), field === 'duration' ? lengthText(Number(value)) : String(value)]];
  });
  return (
    <aside className={styles.pane} aria-label={t('imports.values')}>
      <h2 className={styles.name} dir="auto">
        {files[0]?.name ?? (record && t(placeText(record.file), { file: record.file, line: record.line }))}
      </h2>
      {record && files.length > 0 && (
        <p className={styles.from}>{t(placeText(record.file), { file: record.file, line: record.line })}</p>
      )}
      {reasons.map((sentence) => (
        <p key={sentence} className={styles.doubt}>
          <Icon of={TriangleAlert} size={14} /> {sentence}
        </p>
      ))}
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
