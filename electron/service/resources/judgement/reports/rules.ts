import { type Filter, filterOf } from '@shared/call-filters/filter';
import { filterTypes, isEmptiness, unusedValue } from '@shared/call-filters/table';
import type { Definition } from '@shared/contract/reports';
import { msOf } from '@shared/moments';
import { type Reason, type ReasonCode, reason } from '@shared/reasons/reasons';
import { fieldOf } from '@shared/report-names';
import { isUuid } from '@shared/uuid';
import { type Details, invalid, isRefusal } from '../../../refusal';
import type { Period } from './engine/times';

type Read = { place: string; filter: Filter };
const filterNames = [...Object.keys(filterTypes), 'custom_field'];

/** The path of the part of a filter that a reason is about. */
function faultAt(place: string, { code, values }: Reason): Details {
  const parts: { [C in ReasonCode]?: string } = {
    not_operator: 'op',
    unknown_parameter: 'param2',
    field_not_advanced: 'param2',
  };
  const said = code === 'unknown_parameter' ? reason('field_unseen') : ({ code, values } as Reason);
  return { [`${place}.${parts[code] ?? 'val'}`]: said };
}

/** Reads a filter of a report in the form of the advanced search. */
function filterAt(place: string, { param, param2, op, val }: Definition['filters'][number]): Read | Details {
  if (!filterNames.includes(param)) return { [`${place}.param`]: reason('one_of', { options: filterNames }) };
  // The advanced search wants a value even where none is compared.
  const text = val === '' && isEmptiness(op) ? unusedValue : val;
  if (param === 'custom_field') {
    if (!isUuid(param2)) return { [`${place}.param2`]: reason('not_uuid') };
    return { place, filter: { parameter: place, field_id: param2.toLowerCase(), operator: op, text } };
  }
  if (param2 !== '') return { [`${place}.param2`]: reason('only_custom_field') };
  if (op === '') return { [`${place}.op`]: reason('required') };
  const filter = filterOf(`${param}__${op}`, text);
  return 'code' in filter ? faultAt(place, filter) : { place, filter };
}

/** The custom fields that the names of a definition refer to, by their paths. */
export function fieldsNamed({ column_settings, chart_settings }: Definition): Map<string, string> {
  const named: [string, { name: string }[]][] = [
    ['column_settings', column_settings],
    ['chart_settings.dimensions', chart_settings.dimensions],
  ];
  return new Map(
    named.flatMap(([list, entries]) =>
      entries.flatMap(({ name }, place): [string, string][] => {
        const field = fieldOf(name);
        return field === undefined ? [] : [[`${list}.${place}.name`, field]];
      }),
    ),
  );
}

/** The contradictions between settings of a definition, which its schema cannot express. */
function faultsBetween(definition: Definition): Details {
  const { column_settings, sort_settings, email_report, email_report_settings } = definition;
  const columns = column_settings.map(({ name }) => name);
  const { begin, end } = periodOf(definition);
  const isUnsent = email_report && email_report_settings.send_to_emails.length === 0;
  return {
    ...(definition.period && (begin ?? end) !== null && { period: reason('period_twice') }),
    ...(begin !== null && end !== null && end < begin && { period_end: reason('ends_before_begin') }),
    ...Object.fromEntries(
      sort_settings.flatMap(({ name }, place) =>
        columns.includes(name) ? [] : [[`sort_settings.${place}.name`, reason('not_in_table')]],
      ),
    ),
    ...(isUnsent && { 'email_report_settings.send_to_emails': reason('addressee_missing') }),
  };
}

/** The period of a definition. */
export const periodOf = ({ period_begin, period_end }: Definition): Period => ({
  begin: period_begin === null ? null : msOf(period_begin),
  end: period_end === null ? null : msOf(period_end),
});

/** Checks that only the database can make: whether it accepts the filter by a custom field, and which fields are visible. */
type Known = { accepts: (filter: Filter) => Promise<void>; visible: (ids: string[]) => Promise<Set<string>> };

/** The filters of a definition. Refused with InvalidRecord, by the path of each error. */
export async function checkedFilters(definition: Definition, known: Known): Promise<Filter[]> {
  const read = definition.filters.map((filter, place) => filterAt(`filters.${place}`, filter));
  const filters = read.filter((one): one is Read => 'filter' in one);
  const faults: Details[] = read.filter((one): one is Details => !('filter' in one));
  for (const { place, filter } of filters.filter(({ filter }) => 'field_id' in filter)) {
    try {
      await known.accepts(filter);
    } catch (cause) {
      const why = isRefusal(cause) ? cause.details[place] : undefined;
      if (why === undefined || typeof why === 'number') throw cause;
      faults.push(faultAt(place, why));
    }
  }
  const fields = fieldsNamed(definition);
  const visible = await known.visible([...fields.values()]);
  const unseen = [...fields].filter(([, id]) => !visible.has(id)).map(([path]) => [path, reason('field_unseen')]);
  const all = Object.assign({}, ...faults, Object.fromEntries(unseen), faultsBetween(definition)) as Details;
  if (Object.keys(all).length > 0) throw invalid(all);
  return filters.map(({ filter }) => filter);
}
