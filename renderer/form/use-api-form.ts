import type { ParamsOf } from '@shared/contract/operation';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  get,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod';
import { type Sent, type Versioned, versioned } from '../api/api';
import { type RecordOptions, useReadAgain } from '../api/record';
import { isRefusal } from '../api/refusal';
import { oneAtATime } from '../core/one-at-a-time';
import { type Staying, useKept } from '../core/session-restore';
import { useRefusalText } from '../i18n/use-refusal-text';
import { toast } from '../ui/toast';
import { errorOf } from './field-error';
import { limitsIn } from './limits';
import { fieldsIn, only } from './parts';
import { type Filled, placed, recordOf, type ValuesOf } from './record';
import { ruledBy } from './rules';

type Options<O extends Filled, V extends FieldValues, T> = {
  /** The initial values. Their keys are the fields of the form, in page order. */
  values: V;
  params?: ParamsOf<O>;
  /** The version of the record that `values` were read from. */
  version?: string | null;
  /** The record that `values` were read from, so that the form can read it again. */
  stored?: { options: RecordOptions<T>; valuesOf: (record: T) => NoInfer<V> };
  /** Values that are not saved yet, such as those of a copy. */
  start?: Partial<V> | undefined;
  /** Keeps unsaved input under this name while the window is locked. Not for forms with a password. */
  draft?: string;
  /**
   * Keeps it also while the form is closed: what it is, in the user's words, and where. For forms that do not ask before
   * they are left.
   */
  draftStays?: Staying;
  /**
   * The rules of the fields, if the form requires more than the operation. Fields that the operation does not have are
   * not sent.
   */
  rules?: z.ZodType;
  /** Values whose parts are fields of their own, by dotted paths. */
  sections?: readonly string[];
  /** Fields that are not sent while they are empty. */
  blank?: readonly string[];
  /**
   * Runs before the form is enabled again. A refusal in it is shown in the form. `typed`: the fields as they were when
   * the form was submitted, and as they are when it is saved.
   */
  onSaved?: (saved: Versioned<O>, values: V, typed: { before: V; since: V }, form: UseFormReturn<V>) => unknown;
  /** Starts over with `values` once they are saved, as for another record. */
  startsOver?: boolean;
  /** Called with any refusal, after its messages are shown at their fields. */
  onRefused?: (error: Error) => void;
};

/**
 * A form for one operation of the contract, with the fields and rules of its body. An operation that changes a record
 * (PUT) sends the changed fields, any other operation sends all. A refusal appears at the field that its path names,
 * and the first such field gets the focus.
 */
export function useApiForm<O extends Filled, V extends FieldValues & ValuesOf<O>, T = never>(
  operation: O,
  {
    values,
    params,
    version = null,
    stored,
    start,
    draft,
    draftStays,
    sections = [],
    blank = [],
    onSaved,
    startsOver = false,
    onRefused,
    ...own
  }: Options<O, V, T>,
) {
  const [{ envelope, rules }] = useState(() => recordOf(operation));
  const [limits] = useState(() => limitsIn(own.rules ?? rules, blank));
  const [alone] = useState(oneAtATime);
  const known = useRef(version);
  const refusalText = useRefusalText();
  const readAgain = useReadAgain();
  const fields = fieldsIn(values, sections);
  const filled = (all: V) =>
    only(
      fields.filter((name) => !blank.includes(name) || get(all, name) !== ''),
      all,
    );
  const ruled = ruledBy((own.rules ?? rules) as z.ZodObject) as unknown as Resolver<V>;
  const form = useForm<V>({
    resolver: (all, context, options) => ruled(filled(all) as V, context, options),
    defaultValues: values as DefaultValues<V>,
  });
  const { dirtyFields, errors } = form.formState;
  const changes = fields.filter((name) => get(dirtyFields, name));

  // Read by the question before leaving, which may come immediately after saving.
  const unsaved = useRef(false);
  useLayoutEffect(() => {
    unsaved.current = changes.length > 0;
  });
  const kept = useKept(
    draft ?? '',
    () => (draft !== undefined && unsaved.current ? { values: form.getValues(), version: known.current } : undefined),
    { stays: draftStays },
  );
  const restored = useRef(kept ?? (start && { values: start, version }));
  const untouched = useRef<string>(undefined);
  useEffect(() => {
    const before = restored.current;
    restored.current = undefined;
    if (!before) return;
    known.current = before.version;
    for (const name of fieldsIn(before.values, sections) as FieldPath<V>[])
      form.setValue(name, get(before.values, name) as PathValue<V, FieldPath<V>>, { shouldDirty: true });
    if (!kept) untouched.current = JSON.stringify(form.getValues());
  }, [form, sections, kept]);

  const submitted = useRef<V>(undefined);
  /** Fills the form with a record; what was typed since it was submitted stays. */
  const fill = (all: V) => {
    const now = form.getValues();
    const later = fields.filter(
      (name) => JSON.stringify(get(now, name)) !== JSON.stringify(get(submitted.current, name)),
    );
    form.reset(all);
    for (const name of later as FieldPath<V>[])
      form.setValue(name, get(now, name) as PathValue<V, FieldPath<V>>, { shouldDirty: true });
    unsaved.current = later.length > 0;
  };
  // The record was read again, because an older one was cached.
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    if (known.current === version || unsaved.current) return;
    known.current = version;
    form.reset(values);
  });

  const save = useMutation({
    gcTime: 0,
    mutationFn: async (all: V) => {
      submitted.current = structuredClone(form.getValues());
      const sent = (operation.method === 'put' ? changes : fields).filter(
        (name) => (name.split('.')[0] ?? '') in rules.shape,
      );
      const record = only(sent, all);
      const body = envelope === null ? record : { [envelope]: record };
      return versioned(operation, { body, version: known.current, ...(params && { params }) } as Sent<O>);
    },
    onSuccess: async (saved, all) => {
      const since = structuredClone(form.getValues());
      const typed = { before: submitted.current ?? since, since };
      if (operation.method === 'put') fill(all);
      else {
        form.reset(all);
        unsaved.current = false;
      }
      known.current = saved.version;
      if (startsOver) {
        form.reset(values);
        known.current = null;
        unsaved.current = false;
      }
      await onSaved?.(saved, all, typed, form);
    },
    onError: (error) => {
      const { known: messages } = placed(isRefusal(error) ? error.details : {}, envelope, fields);
      const [[first = ''] = []] = messages;
      for (const [path, said] of messages)
        form.setError(path as FieldPath<V>, errorOf(said), { shouldFocus: path === first });
      // A field with parts, such as a list, sets the focus itself.
      if (first.includes('.')) form.setFocus(first.split('.')[0] as FieldPath<V>);
      onRefused?.(error);
    },
  });
  const { error } = save;
  const { known: atFields, others } = placed(isRefusal(error) ? error.details : {}, envelope, fields);
  const isStale = isRefusal(error, 412);

  const startFrom = (now: V, nowVersion: string | null) => {
    known.current = nowVersion;
    save.reset();
    form.reset(now);
  };
  /** What `use` does with the record as it is now. */
  const withCurrent =
    stored &&
    ((use: typeof startFrom) =>
      void readAgain(stored.options)
        .then(({ record, version }) => use(stored.valuesOf(record), version))
        .catch((error: unknown) => toast(refusalText(error), 'note')));

  return {
    ...form,
    /** The limits of each field, from the rules. */
    limits,
    /** Submits, unless an earlier submit is still under way. */
    onSubmit: (event?: FormEvent) => {
      event?.preventDefault();
      void alone(form.handleSubmit((all) => save.mutateAsync(all).catch(() => undefined)));
    },
    busy: save.isPending,
    /** A record that does not exist yet, so that nothing of it has changed. */
    isNew: operation.method !== 'put',
    /** Fields that differ from the loaded values. */
    changes,
    /** The number of fields with an error. */
    faults: fields.filter((name) => get(errors, name)).length,
    /** Whether another user has changed the record since it was read. */
    isStale,
    /** The last refusal. */
    error,
    /** The error in one sentence, unless a field shows it. */
    said: error === null || isStale || (atFields.length > 0 && others.length === 0) ? null : refusalText(error),
    /** Reads the record again and continues from it. */
    reload: withCurrent && (() => withCurrent(startFrom)),
    /** Reads a record again that this user has just changed elsewhere; what is not saved yet stays. */
    catchUp: () =>
      withCurrent?.((now, nowVersion) => {
        known.current = nowVersion;
        form.reset(now, { keepDirtyValues: true });
      }),
    discard: () => {
      save.reset();
      form.reset();
      unsaved.current = false;
    },
    /** Whether something that was typed is not saved. What the form started with was not typed. */
    hasUnsaved: () => unsaved.current && JSON.stringify(form.getValues()) !== untouched.current,
  };
}

/** The properties of a form that the parts of a form page need. */
export type ApiForm = Pick<
  ReturnType<typeof useApiForm>,
  'onSubmit' | 'busy' | 'isNew' | 'faults' | 'isStale' | 'said' | 'reload' | 'discard' | 'hasUnsaved'
> & { changes: readonly string[] };
