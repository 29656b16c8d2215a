import { exportImportPreset, type ImportPreset, importPresetApi } from '@shared/contract/import-presets';
import { useMutation } from '@tanstack/react-query';
import { CopyPlus, Share } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { api } from '../../api/api';
import { changedByImportPreset } from '../../api/cache/import-presets';
import { refresh } from '../../core/query-client';
import { useOwnWatchFolders } from '../../core/watch-folders';
import { OneOf } from '../../form/choices';
import { LongText, OnOff, TextLine, WholeNumber } from '../../form/fields';
import { ImportFile } from '../../form/import-file';
import { DeleteOf, recordPages } from '../../form/record-pages';
import { type FormOf, useField, usePartMessages } from '../../form/use-field';
import { useFormValues } from '../../form/use-form-values';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { zoneChoices } from '../../i18n/zones';
import { useSaveText } from '../../list/use-save-text';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { FittedName, rulesOf } from './fitted-name';
import styles from './import-presets-page.module.css';
import { type Name, PatternRows } from './pattern-rows';
import { type Details, PresetDetails } from './preset-details';

type PresetValues = Pick<ImportPreset, 'name' | 'description' | 'timezone' | 'internal_digits' | 'is_active'> & {
  names: Name[];
  details: Details[];
};

const of = { part: 'importPresets', path: '/admin/import-presets', changed: changedByImportPreset } as const;

const valuesOf = ({
  name,
  description,
  timezone,
  internal_digits,
  is_active,
  names,
  details,
}: ImportPreset): PresetValues => ({
  name,
  description,
  names,
  details,
  timezone,
  internal_digits,
  is_active,
});

/** Administration, Import presets: the list, and each preset as a page with names that it is tried on. */
export const ImportPresetsPage = recordPages({
  ...of,
  kind: 'import_preset',
  api: importPresetApi,
  list: [
    { id: 'name', name: 'importPresets.name', width: 'minmax(160px, 1fr)', cell: ({ name }) => name },
    {
      id: 'description',
      name: 'importPresets.description',
      width: 'minmax(160px, 2fr)',
      cell: (one) => one.description,
    },
    { id: 'whose', name: 'importPresets.whose', width: '150px', cell: (preset) => <Whose {...preset} /> },
    { id: 'used', name: 'importPresets.usedBy', width: '180px', cell: (preset) => <UsedBy {...preset} /> },
  ],
  blank: {
    name: '',
    description: '',
    names: [{ pattern: '', direction: null }],
    details: [],
    timezone: null,
    internal_digits: 6,
    is_active: true,
  } as PresetValues,
  valuesOf,
  labels: {
    name: 'importPresets.name',
    description: 'importPresets.description',
    names: 'importPresets.patterns',
    details: 'importPresets.details',
    timezone: 'importPresets.timezone',
    internal_digits: 'importPresets.digits',
    is_active: 'importPresets.active',
  },
  Fields: PresetFields,
  preview: ({ form }) => <Trial form={form} />,
  previewTitle: 'importPresets.trial',
  Beside: Bring,
  Actions: PresetActions,
});

function Whose({ is_builtin, is_active }: ImportPreset) {
  const { t } = useTranslation();
  if (is_builtin) return t('importPresets.builtin');
  return t(is_active ? 'importPresets.own' : 'importPresets.notUsed');
}

/** The watch folders that read by a preset. */
const useUsers = ({ preset_id }: ImportPreset) =>
  useOwnWatchFolders().flatMap((folder) => (folder.preset_id === preset_id ? [folder.name] : []));

function UsedBy(preset: ImportPreset) {
  return useFormat().list(useUsers(preset));
}

/** Adds a preset from a file that was exported. */
function Bring({ unavailable }: { unavailable: string | undefined }) {
  const { t } = useTranslation();
  return (
    <ImportFile
      create={importPresetApi.create}
      property="import_preset"
      notOne={t('importPresets.notOne')}
      changed={changedByImportPreset}
      unavailable={unavailable}
      pathText={(path) => (path === 'name' ? t('importPresets.name') : path)}
    />
  );
}

type FieldsProps = { form: FormOf<PresetValues>; record: ImportPreset | null; readOnly: boolean };

function PresetFields({ form, record, ...props }: FieldsProps) {
  const { t } = useTranslation();
  const readOnly = props.readOnly || (record?.is_builtin ?? false);
  const field = <N extends keyof PresetValues>(name: N) => ({ form, name, readOnly });
  return (
    <>
      {record?.is_builtin && <p className={styles.builtin}>{t('importPresets.builtinText')}</p>}
      <TextLine {...field('name')} label={t('importPresets.name')} autoFocus={record === null} />
      <LongText {...field('description')} label={t('importPresets.description')} />
      <Patterns form={form} readOnly={readOnly} />
      <DetailsOf form={form} readOnly={readOnly} />
      <OneOf
        {...field('timezone')}
        label={t('importPresets.timezone')}
        hint={t('importPresets.timezoneHint')}
        choices={zoneChoices(t('importPresets.zoneOfImport')).map(({ id, name }) => ({ id: id || null, name }))}
      />
      <WholeNumber
        {...field('internal_digits')}
        label={t('importPresets.digits')}
        hint={t('importPresets.digitsHint')}
      />
      <OnOff {...field('is_active')} label={t('importPresets.active')} hint={t('importPresets.activeHint')} />
    </>
  );
}

/** The patterns, of which the first that fits a name counts. */
function Patterns({ form, readOnly }: Pick<FieldsProps, 'form' | 'readOnly'>) {
  const { t } = useTranslation();
  const { value: names, onChange, ref } = useField<PresetValues, Name[]>(form, 'names');
  const messageAt = usePartMessages(form, 'names');
  return (
    <section aria-labelledby="patterns">
      <h2 id="patterns" className={styles.title}>
        {t('importPresets.patterns')}
      </h2>
      <p className={styles.hint}>{t('importPresets.patternsHint')}</p>
      <PatternRows
        names={names}
        onChange={onChange}
        messageAt={messageAt}
        readOnly={readOnly}
        onFocusable={(focus) => ref({ focus })}
      />
    </section>
  );
}

function DetailsOf({ form, readOnly }: Pick<FieldsProps, 'form' | 'readOnly'>) {
  const { value, onChange } = useField<PresetValues, Details[]>(form, 'details');
  return (
    <PresetDetails
      details={value}
      onChange={onChange}
      messageAt={usePartMessages(form, 'details')}
      readOnly={readOnly}
    />
  );
}

/** Names to try the patterns on, and what each gives. Nothing of them is stored. */
function Trial({ form }: Pick<FieldsProps, 'form'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const { names } = useFormValues(form);
  const rules = useMemo(() => rulesOf(names), [names]);
  const tried = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return (
    <>
      <TextField
        label={t('importPresets.names')}
        hint={t('importPresets.namesHint')}
        long
        mono
        spellCheck={false}
        value={text}
        onChange={setText}
      />
      <ul className={styles.tried}>
        {tried.slice(0, 10).map((name) => (
          <li key={name}>
            <FittedName name={name} rules={rules} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A copy, which can be changed, and the end of a preset. */
function PresetActions({ record, readOnly }: { record: ImportPreset; readOnly: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refusalText = useRefusalText();
  const format = useFormat();
  const saveText = useSaveText();
  const users = useUsers(record);
  const { preset_id: _, tenant_id: _of, key: _key, is_builtin, created_at: _at, ...told } = record;
  const copy = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api(importPresetApi.create, {
        body: { import_preset: { ...told, name: t('importPresets.copyOf', { name: record.name }) } },
      }),
    onSuccess: async ({ url }) => {
      await refresh(changedByImportPreset);
      await navigate(`${of.path}/${/[0-9a-f-]{36}/.exec(url)?.[0]}`);
    },
    onError: (error) => toast(refusalText(error)),
  });
  const save = async () => {
    const file = await api(exportImportPreset, { params: { preset_id: record.preset_id } });
    await saveText(`${record.name.replace(/[^\p{L}\p{N} ._-]/gu, '_')}.json`, JSON.stringify(file, null, 2));
  };
  return (
    <>
      <Button look="quiet" icon={<Icon of={Share} />} onPress={() => void save()}>
        {t('importPresets.export')}
      </Button>
      <Button
        look="quiet"
        icon={<Icon of={CopyPlus} />}
        busy={copy.isPending}
        unavailable={readOnly ? t('importPresets.mayNotEdit') : undefined}
        onPress={() => copy.mutate()}
      >
        {t('importPresets.copy')}
      </Button>
      <DeleteOf
        {...of}
        operation={importPresetApi.delete}
        id={record.preset_id}
        name={record.name}
        inUse={
          is_builtin
            ? t('importPresets.builtinStays')
            : users.length > 0
              ? t('importPresets.inUse', { names: format.list(users) })
              : undefined
        }
      >
        <p>{t('importPresets.deleteText')}</p>
      </DeleteOf>
    </>
  );
}
