import type { Sought } from '@shared/search-text';
import type * as sqlite from '../../../electron/service/store/fragments';
import { type Fields, presentFields } from '../../../electron/service/store/sql';

/** The SQL that differs between engines, for PostgreSQL: the same names and meanings as SQLite's. */
type Fragments = typeof sqlite;

const keyParameter: Fragments['keyParameter'] = (value) => (typeof value === 'number' ? BigInt(value) : value);

const contains: Fragments['contains'] = (column, part) => `position(${part} IN ${column}) > 0`;

const startsWith: Fragments['startsWith'] = (column, part) => `starts_with(${column}, ${part})`;

const endsWith: Fragments['endsWith'] = (column, part) => `right(${column}, length(${part})) = ${part}`;

const folded: Fragments['folded'] = (column) => `fold(${column})`;

const containsDigits: Fragments['containsDigits'] = (column, digits) => contains(folded(column), digits);

const numberKeyOf: Fragments['numberKeyOf'] = (column) => `number_key(${column})`;

// PostgreSQL ends a statement itself: statement_timeout.
const inTime: Fragments['inTime'] = () => 'TRUE';

// json_build_object accepts at most 100 arguments, and a call has more.
const jsonObject = <T>(fields: Fields<T>) =>
  `(SELECT row_to_json(one) FROM (SELECT ${presentFields(fields).map(([name, sql]) => `${sql} AS "${name}"`)}) AS one)`;

const jsonList = <T>(fields: Fields<T>, from: string, order: string) =>
  jsonValues(`${jsonObject<T>(fields)} ORDER BY ${order}`, from);

const jsonValues: Fragments['jsonValues'] = (column, from) =>
  `(SELECT coalesce(json_agg(${column}), '[]') FROM ${from})`;

const storedJson: Fragments['storedJson'] = (column) => `CAST(${column} AS json)`;

const publicPem: Fragments['publicPem'] = (column) => `public_pem(${column})`;

const flag: Fragments['flag'] = (column) => `(${column} = 1)`;

const isoTime: Fragments['isoTime'] = (column) => `iso_time(${column}, @zone)`;

const isoMicroseconds: Fragments['isoMicroseconds'] = (column) => `iso_microseconds(${column}, @zone)`;

const valuesOf: Fragments['valuesOf'] = (array, is) =>
  `(SELECT CAST(one AS ${is === 'integer' ? 'bigint' : 'text'}) AS value
    FROM json_array_elements_text(CAST(${array} AS json)) AS one)`;

const joinedValues: Fragments['joinedValues'] = (array, alias) =>
  `json_array_elements_text(CAST(${array} AS json)) AS ${alias}(value)`;

const searchText: Fragments['searchText'] = (numbers, texts) =>
  `search_text(json_build_array(${numbers}), json_build_array(${texts}))`;

const searched: Fragments['searched'] = (alias, sought, bind) => {
  const held = (one: Sought): string => {
    if (typeof one === 'string') return contains(`${alias}.text`, bind(one));
    return 'all' in one ? `(${one.all.map(held).join(' AND ')})` : `(${one.any.map(held).join(' OR ')})`;
  };
  return { from: `call_texts ${alias}`, key: `${alias}.call_pk`, condition: held(sought) };
};

const byIndex: Fragments['byIndex'] = (table) => table;

const joinedInOrder: Fragments['joinedInOrder'] = (first, second, on) => `${first} JOIN ${second} ${on}`;

const unwalked: Fragments['unwalked'] = (column) => column;

export const fragments: Fragments = {
  keyParameter,
  contains,
  startsWith,
  endsWith,
  folded,
  containsDigits,
  numberKeyOf,
  inTime,
  jsonObject,
  jsonList,
  jsonValues,
  storedJson,
  flag,
  isoTime,
  isoMicroseconds,
  valuesOf,
  joinedValues,
  searchText,
  searched,
  byIndex,
  joinedInOrder,
  unwalked,
  publicPem,
};

/** The functions that the fragments call, sufficient for preparing a statement. */
export const functions = [
  'CREATE FUNCTION fold(one text) RETURNS text LANGUAGE sql AS $$ SELECT NULL::text $$',
  'CREATE FUNCTION iso_time(ms bigint, zone text) RETURNS text LANGUAGE sql AS $$ SELECT NULL::text $$',
  'CREATE FUNCTION iso_microseconds(ms bigint, zone text) RETURNS text LANGUAGE sql AS $$ SELECT NULL::text $$',
  'CREATE FUNCTION number_key(number text) RETURNS text LANGUAGE sql AS $$ SELECT NULL::text $$',
  'CREATE FUNCTION public_pem(spki bytea) RETURNS text LANGUAGE sql AS $$ SELECT NULL::text $$',
  'CREATE FUNCTION search_text(numbers json, texts json) RETURNS text LANGUAGE sql AS $$ SELECT NULL::text $$',
];
