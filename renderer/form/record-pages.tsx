import type { AnswerOf, Operation } from '@shared/contract/operation';
import type { Kind } from '@shared/kinds';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useNavigate, useParams } from 'react-router';
import type { z } from 'zod';
import { api, type Sent } from '../api/api';
import { collectionKeys } from '../api/cache/collection';
import type { Listed } from '../api/every';
import { type RecordOptions, recordQuery, type Stored } from '../api/record';
import { refresh } from '../core/query-client';
import { useHolds, useMay } from '../core/session';
import type { Texts } from '../i18n/i18n';
import { AddButton } from '../list/add-button';
import { ListPage } from '../list/list-page';
import type { Column, Look } from '../list/look';
import { type Searched, useSearchedList } from '../list/use-collection';
import type { useList } from '../list/use-list';
import { type SearchedPart, useSearchedWords } from '../list/use-list-words';
import { useSearch } from '../list/use-search';
import { toast } from '../ui/toast';
import { DeleteRecord } from './delete-record';
import { FormPage } from './form-page';
import type { Filled, ValuesOf } from './record';
import styles from './record-pages.module.css';
import { RecordPending } from './record-pending';
import { useApiForm } from './use-api-form';
import { type DeletingPart, useDeleteWords } from './use-delete-words';
import type { FormOf } from './use-field';

type Needed =
  | ('title' | 'search' | 'add' | 'new' | 'save' | 'failedOne')
  | ('mayNotEdit' | 'mayNotDelete' | 'saved' | 'added');
/** The parts of the window whose texts have all that the pages say. */
type Part = SearchedPart &
  DeletingPart &
  { [P in keyof Texts]: Texts[P] extends Record<Needed, string> ? P : never }[keyof Texts];

/** The five operations of a collection, as `collection` of the contract makes them. */
type Collection = Record<'read', Operation> &
  Record<'list', Searched & Guarded> &
  Record<'create' | 'update', Filled & Guarded> &
  Record<'delete', Operation & Guarded>;
type Guarded = Parameters<typeof useMay>[0];

/** A column: text, or figures, which can be at its end. `width`: as in `grid-template-columns`. */
type ListColumn<T> = Column<T> & { name: ParseKeys; width: string; figures?: 'start' | 'end' };

type About<T, V extends FieldValues> = { form: FormOf<V>; record: T | null };

/** A collection in administration. `T` is a record, `V` are the fields of its form. */
type Described<C extends Collection, T, V extends FieldValues> = {
  kind: Kind;
  /** Whose texts it has. */
  part: Part;
  /** The path of its list. */
  path: string;
  api: C;
  /** Data that changes with a record. */
  changed: readonly QueryKey[];
  /** The columns of its list, or the list itself. */
  list: readonly ListColumn<T>[] | ComponentType;
  /** The values of a new record, in the order of the page, and those of an existing one. */
  blank: V | (() => V);
  valuesOf: (record: T) => V;
  /** The labels of the fields, by their paths. */
  labels: Readonly<Record<string, ParseKeys>>;
  /** See `useApiForm`. */
  sections?: readonly string[];
  rules?: { create: z.ZodType; update: z.ZodType };
  Fields: ComponentType<About<T, V> & { readOnly: boolean }>;
  /** What is next to the fields, and its title. */
  preview?: (about: About<T, V>) => ReactNode;
  previewTitle?: ParseKeys;
  /** Called with the answer to a new record, and what it leaves to say above the list. */
  made?: (answer: AnswerOf<C['create']>, values: V) => void;
  Above?: ComponentType;
  /** Beside the button that adds one. */
  Beside?: ComponentType<{ unavailable: string | undefined }>;
  /** In the top bar of an existing record: a `DeleteOf`, and what comes before it. */
  Actions: ComponentType<About<T, V> & { record: T; readOnly: boolean }>;
};

type Named = { name: string };
/** Any described collection. `recordPages` has checked that its parts fit each other. */
type Any = Described<Collection, Named, FieldValues & Named> & {
  look: Look<Named>;
  idName: string;
  /** The name of its list. */
  plural: string;
  keys: ReturnType<typeof collectionKeys>;
  one: { options: (id: string) => RecordOptions<Named> };
};

/** The pages of a collection in administration: its list, a new record, and each existing one. */
export function recordPages<
  C extends Collection,
  T extends Named & AnswerOf<C['read']>[keyof AnswerOf<C['read']>],
  V extends FieldValues & Named & ValuesOf<C['create']> & ValuesOf<C['update']>,
>(described: Described<C, T, V>): ComponentType {
  const columns = typeof described.list === 'function' ? [] : described.list;
  const { kind, api: operations } = described;
  const [, idName = ''] = /:(\w+)\.json$/.exec(operations.read.path) ?? [];
  const [, plural = ''] = /(\w+)\.json$/.exec(operations.list.path) ?? [];
  const keys = collectionKeys(plural);
  const one = recordQuery(operations.read, kind as never, keys.one);
  const look: Look<T> = {
    columns,
    widths: columns.map(({ width }) => width).join(' '),
    row: styles.row ?? '',
    idOf: (record) => String(record[idName as keyof T]),
    texts: new Set(columns.filter(({ figures }) => figures === undefined).map(({ id }) => id)),
    ends: new Set(columns.filter(({ figures }) => figures === 'end').map(({ id }) => id)),
  };
  const of = { ...described, look, idName, plural, keys, one } as unknown as Any;
  const List = typeof described.list === 'function' ? described.list : () => <RecordList of={of} />;
  return () => (
    <Routes>
      <Route index element={<List />} />
      <Route path="new" element={<NewRecord of={of} />} />
      <Route path=":id" element={<RecordPage of={of} />} />
    </Routes>
  );
}

/** Why the signed-in user cannot do this with records; undefined if they can. */
function useWhyNot(part: Part, operation: Guarded, right: 'mayNotEdit' | 'mayNotDelete'): string | undefined {
  const { t } = useTranslation();
  const isHeld = useHolds(operation.permission);
  const may = useMay(operation);
  if (!isHeld) return t(`${part}.${right}`);
  return may ? undefined : t('form.everyTenantOnly');
}

type NamedList = ReturnType<typeof useList<Named>>;

function RecordList({ of: { part, api: operations, plural, keys, look, list, Above, Beside } }: { of: Any }) {
  const { t } = useTranslation();
  const unavailable = useWhyNot(part, operations.create, 'mayNotEdit');
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  return (
    <ListPage
      title={t(`${part}.title`)}
      look={look}
      list={useSearchedList(operations.list, plural as Listed<Searched>, keys.list, search) as unknown as NamedList}
      search={{ text: search, label: t(`${part}.search`), onChange: setSearch }}
      columns={(list as readonly ListColumn<Named>[]).map(({ id, name }) => ({ id, name: t(name) }))}
      words={useSearchedWords(part, search)}
      {...(Above && { filters: <Above /> })}
      add={
        <>
          {Beside && <Beside unavailable={unavailable} />}
          <AddButton unavailable={unavailable}>{t(`${part}.add`)}</AddButton>
        </>
      }
      onOpen={(record) => void navigate(look.idOf(record))}
    />
  );
}

/** What the pages of a new and of an existing record have in common. */
function useFrame({ part, path, labels, previewTitle }: Any) {
  const { t } = useTranslation();
  return {
    crumb: { name: t(`${part}.title`), to: path },
    labels: Object.fromEntries(Object.entries(labels).map(([field, label]) => [field, t(label)])),
    save: t(`${part}.save`),
    ...(previewTitle && { previewTitle: t(previewTitle) }),
  };
}

function NewRecord({ of }: { of: Any }) {
  const { part, path, kind, api: operations, blank, changed, sections, rules, Fields, preview, made } = of;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const unavailable = useWhyNot(part, operations.create, 'mayNotEdit');
  const [values] = useState(() => (typeof blank === 'function' ? blank() : blank));
  const form = useApiForm(operations.create, {
    values,
    draft: `new ${kind}`,
    ...(sections && { sections }),
    ...(rules && { rules: rules.create }),
    onSaved: async ({ answer }, values) => {
      made?.(answer as never, values);
      toast(t(`${part}.added`, { name: values.name }));
      await refresh(changed);
      void navigate(path, { replace: true });
    },
  });
  return (
    <FormPage
      {...useFrame(of)}
      form={form}
      title={t(`${part}.new`)}
      unavailable={unavailable}
      preview={preview?.({ form, record: null }) ?? undefined}
    >
      <Fields form={form} record={null} readOnly={unavailable !== undefined} />
    </FormPage>
  );
}

function RecordPage({ of }: { of: Any }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(of.one.options(id));
  if (data) return <Editor key={id} of={of} id={id} {...data} />;
  return <RecordPending error={error} failed={t(`${of.part}.failedOne`)} onRetry={() => void refetch()} />;
}

function Editor({ of, id, record, version }: Stored<Named> & { of: Any; id: string }) {
  const { part, kind, api: operations, one, valuesOf, changed, sections, rules, idName, Fields, preview, Actions } = of;
  const { t } = useTranslation();
  const unavailable = useWhyNot(part, operations.update, 'mayNotEdit');
  const readOnly = unavailable !== undefined;
  const form = useApiForm(operations.update, {
    values: valuesOf(record),
    params: { [idName]: id },
    version,
    stored: { options: one.options(id), valuesOf },
    draft: `${kind} ${id}`,
    ...(sections && { sections }),
    ...(rules && { rules: rules.update }),
    onSaved: (_, { name }) => {
      toast(t(`${part}.saved`, { name }));
      void refresh(changed);
    },
  });
  return (
    <FormPage
      {...useFrame(of)}
      form={form}
      title={record.name}
      unavailable={unavailable}
      actions={<Actions form={form} record={record} readOnly={readOnly} />}
      preview={preview?.({ form, record }) ?? undefined}
    >
      <Fields form={form} record={record} readOnly={readOnly} />
    </FormPage>
  );
}

type Deletion = Pick<Any, 'part' | 'path' | 'changed'> & {
  operation: Operation & Guarded;
  id: string;
  name: string;
  /** Why nobody can delete it. */
  inUse?: string | undefined;
  /** What else is lost. */
  children: ReactNode;
};

/** Deletes a record of a collection, after asking. */
export function DeleteOf({ part, path, changed, operation, id, name, inUse, children }: Deletion) {
  const [, idName = ''] = /:(\w+)\.json$/.exec(operation.path) ?? [];
  return (
    <DeleteRecord
      words={useDeleteWords(part, name)}
      unavailable={useWhyNot(part, operation, 'mayNotDelete') ?? inUse}
      id={id}
      remove={() => api(operation, { params: { [idName]: id } } as Sent<Operation>)}
      list={path}
      changed={changed}
    >
      {children}
    </DeleteRecord>
  );
}
