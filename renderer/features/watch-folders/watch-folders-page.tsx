import { discardSource, previewImport } from '@shared/contract/imports';
import { afterwards, type WatchFolder, watchFolderApi } from '@shared/contract/watch-folders';
import { channelRules, type DateOrder, dateOrders } from '@shared/import-fields';
import type { Source } from '@shared/ipc';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Folder } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { bridge } from '../../api/bridge';
import { settingsKey } from '../../api/cache/settings';
import { watchFolderKeys } from '../../api/cache/watch-folders';
import { useImportPresets } from '../../core/import-presets';
import { useFound } from '../../core/record-choices';
import { useHolds, useReachesEvery } from '../../core/session';
import { useReadingOnly } from '../../core/view-as';
import { OneOf } from '../../form/choices';
import { OnOff, TextLine } from '../../form/fields';
import { DeleteOf, recordPages } from '../../form/record-pages';
import { SomeOfMany } from '../../form/tags';
import { type FormOf, useField } from '../../form/use-field';
import { useFormValues } from '../../form/use-form-values';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { zoneChoices } from '../../i18n/zones';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { RadioList } from '../../ui/radio-list';
import { Spinner } from '../../ui/spinner';
import { Switch } from '../../ui/switch';
import { titleWhenCut } from '../../ui/title-when-cut';
import { toast } from '../../ui/toast';
import { directionIcon } from '../parties';
import styles from './watch-folders-page.module.css';
import { useAllOn, useStateOf, useTurnAll, useWatchFolders, WatchedFiles } from './watched-files';

type FolderValues = Pick<
  WatchFolder,
  | ('name' | 'is_on' | 'preset_id' | 'timezone' | 'date_order' | 'channels' | 'category_ids')
  | ('create_missing' | 'metadata_only' | 'afterwards' | 'done_folder')
> & {
  /** The handle of a folder that was chosen in this form. */
  source: string | undefined;
};

const of = {
  part: 'watchFolders',
  path: '/admin/watch-folders',
  changed: [watchFolderKeys.all, settingsKey],
} as const;

/** Administration, Watch folders: the list, and each folder as a page with what came of its files. */
export const WatchFoldersPage = recordPages({
  ...of,
  kind: 'watch_folder',
  api: watchFolderApi,
  list: [
    { id: 'name', name: 'watchFolders.name', width: 'minmax(140px, 1fr)', cell: ({ name }) => name },
    { id: 'folder', name: 'watchFolders.folder', width: 'minmax(160px, 2fr)', cell: ({ folder }) => folder },
    { id: 'state', name: 'watchFolders.stateTitle', width: '190px', cell: (folder) => <State {...folder} /> },
    {
      id: 'today',
      name: 'watchFolders.today',
      width: '110px',
      figures: 'end',
      cell: (folder) => <Today {...folder} />,
    },
  ],
  blank: {
    source: '',
    name: '',
    preset_id: null,
    timezone: null,
    date_order: null,
    channels: null,
    category_ids: [],
    create_missing: true,
    metadata_only: false,
    afterwards: 'keep',
    done_folder: 'imported',
    is_on: true,
  } as FolderValues,
  valuesOf: (record: WatchFolder): FolderValues => ({
    source: undefined,
    name: record.name,
    preset_id: record.preset_id,
    timezone: record.timezone,
    date_order: record.date_order,
    channels: record.channels,
    category_ids: record.category_ids,
    create_missing: record.create_missing,
    metadata_only: record.metadata_only,
    afterwards: record.afterwards,
    done_folder: record.done_folder,
    is_on: record.is_on,
  }),
  labels: {
    source: 'watchFolders.folder',
    name: 'watchFolders.name',
    preset_id: 'watchFolders.preset',
    timezone: 'watchFolders.timezone',
    date_order: 'watchFolders.dateOrder',
    channels: 'watchFolders.leftChannel',
    category_ids: 'watchFolders.categories',
    create_missing: 'watchFolders.createMissing',
    metadata_only: 'watchFolders.metadataOnly',
    afterwards: 'watchFolders.afterwards',
    done_folder: 'watchFolders.doneFolder',
    is_on: 'watchFolders.isOn',
  },
  Fields: FolderFields,
  preview: ({ form, record }) => (record ? <StateOf record={record} /> : <WhatIsThere form={form} />),
  previewTitle: 'watchFolders.files',
  Above: AllSwitch,
  Actions: ({ record }) => (
    <DeleteOf {...of} operation={watchFolderApi.delete} id={record.watch_folder_id} name={record.name}>
      <p>{useTranslation().t('watchFolders.deleteText')}</p>
    </DeleteOf>
  ),
});

/** The state of a watch folder that is read again while it is shown. */
function useNow(record: WatchFolder): WatchFolder {
  const { data = [] } = useWatchFolders();
  return data.find(({ watch_folder_id: id }) => id === record.watch_folder_id) ?? record;
}

function State(record: WatchFolder) {
  const { t } = useTranslation();
  const format = useFormat();
  const now = useNow(record);
  const state = useStateOf()(now);
  return (
    <span className={styles.inRow} data-state={state}>
      <Icon of={state === 'on' ? CircleCheck : CircleAlert} size={14} />
      {t(`watchFolders.short.${state}`, { count: now.waiting, shown: format.figure(now.waiting) })}
    </span>
  );
}

function Today(record: WatchFolder) {
  return useFormat().figure(useNow(record).taken_today);
}

/** Why the signed-in user cannot change watch folders; undefined if they can. */
function useWhyNot(): string | undefined {
  const { t } = useTranslation();
  const isEditor = useHolds('system:edit');
  const reachesEvery = useReachesEvery();
  const refused = isEditor ? !reachesEvery && t('watchFolders.everyTenantOnly') : t('watchFolders.mayNotEdit');
  return useReadingOnly() ?? (refused || undefined);
}

/** One switch for all watch folders, above their list. */
function AllSwitch() {
  const { t } = useTranslation();
  const refusalText = useRefusalText();
  const unavailable = useWhyNot();
  const { data: folders = [] } = useWatchFolders();
  const turn = useTurnAll();
  const isOn = useAllOn();
  if (folders.length === 0 && isOn) return null;
  return (
    <div className={styles.all}>
      <Switch
        label={t('watchFolders.allOn')}
        value={isOn}
        unavailable={unavailable}
        onChange={(on) =>
          turn.mutate(on, { onSuccess: () => toast(t(on ? 'watchFolders.turnedOn' : 'watchFolders.turnedOff')) })
        }
      />
      {turn.error && <FormMessage>{refusalText(turn.error)}</FormMessage>}
    </div>
  );
}

type FieldsProps = { form: FormOf<FolderValues>; record: WatchFolder | null; readOnly: boolean };

function FolderFields({ form, record, readOnly }: FieldsProps) {
  const { t } = useTranslation();
  const field = <N extends keyof FolderValues>(name: N) => ({ form, name, readOnly });
  const { afterwards: after } = useFormValues(form);
  const { data: categories = [] } = useFound('category_id', '');
  const all = useImportPresets();
  return (
    <>
      <FolderField form={form} record={record} readOnly={readOnly} />
      <TextLine {...field('name')} label={t('watchFolders.name')} />
      <OneOf
        {...field('preset_id')}
        label={t('watchFolders.preset')}
        hint={t('watchFolders.presetHint')}
        choices={[
          { id: null, name: t('watchFolders.presetAny') },
          ...all.map(({ preset_id, name }) => ({ id: preset_id, name })),
        ]}
      />
      <OneOf
        {...field('timezone')}
        label={t('watchFolders.timezone')}
        hint={t('watchFolders.timezoneHint')}
        choices={zoneChoices(t('watchFolders.zoneOfSettings')).map(({ id, name }) => ({ id: id || null, name }))}
      />
      <OneOf
        {...field('date_order')}
        label={t('watchFolders.dateOrder')}
        hint={t('watchFolders.dateOrderHint')}
        choices={[
          { id: null, name: t('watchFolders.orderByDates') },
          ...dateOrders.map((id) => ({ id, name: t(`watchFolders.order.${id}`) })),
        ]}
      />
      <OneOf
        {...field('channels')}
        label={t('watchFolders.leftChannel')}
        choices={[
          { id: null, name: t('watchFolders.leftByPreset') },
          ...channelRules.map((id) => ({ id, name: t(`watchFolders.left.${id}`) })),
        ]}
      />
      <SomeOfMany {...field('category_ids')} label={t('watchFolders.categories')} choices={categories} />
      <Afterwards form={form} readOnly={readOnly} />
      {after === 'move' && (
        <TextLine {...field('done_folder')} label={t('watchFolders.doneFolder')} autoComplete="off" />
      )}
      <OnOff {...field('create_missing')} label={t('watchFolders.createMissing')} />
      <OnOff
        {...field('metadata_only')}
        label={t('watchFolders.metadataOnly')}
        hint={t('watchFolders.metadataOnlyHint')}
      />
      <OnOff {...field('is_on')} label={t('watchFolders.isOn')} />
    </>
  );
}

/** The folder, and the button to choose it. */
function FolderField({ form, record, readOnly }: FieldsProps) {
  const { t } = useTranslation();
  const { onChange, message, ref } = useField<FolderValues, string | undefined>(form, 'source');
  const name = useField<FolderValues, string>(form, 'name');
  const [chosen, setChosen] = useState<Source | null>(null);
  const unavailable = useWhyNot();
  // A folder that is not watched after all is forgotten, and no longer read for its preview.
  useEffect(
    () => () => {
      if (chosen) void api(discardSource, { params: { source: chosen.handle } }).catch(() => undefined);
    },
    [chosen],
  );
  const choose = async () => {
    const source = await bridge.choose('folder');
    if (!source) return;
    setChosen(source);
    onChange(source.handle);
    if (name.value === '' || name.value === chosen?.name) name.onChange(source.name);
  };
  const shown = chosen?.name ?? record?.folder;
  return (
    <section aria-label={t('watchFolders.folder')}>
      <p className={styles.label}>{t('watchFolders.folder')}</p>
      <div className={styles.chosen}>
        <Icon of={Folder} />
        <span className={styles.path} data-none={!shown || undefined} dir="auto" onPointerEnter={titleWhenCut}>
          {shown ?? t('watchFolders.none')}
        </span>
        <Button
          ref={ref}
          unavailable={readOnly ? (unavailable ?? t('watchFolders.mayNotEdit')) : undefined}
          onPress={() => void choose()}
        >
          {t(shown ? 'watchFolders.change' : 'watchFolders.choose')}
        </Button>
      </div>
      {message && <FormMessage>{message}</FormMessage>}
    </section>
  );
}

/** What becomes of the files. Deleting them is asked about once. */
function Afterwards({ form, readOnly }: Pick<FieldsProps, 'form' | 'readOnly'>) {
  const { t } = useTranslation();
  const { value, onChange } = useField<FolderValues, WatchFolder['afterwards']>(form, 'afterwards');
  const { done_folder } = useFormValues(form);
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <RadioList
        label={t('watchFolders.afterwards')}
        hint={value === 'keep' ? undefined : t(`watchFolders.afterwardsHint.${value}`)}
        readOnly={readOnly}
        value={value}
        onChange={(wanted) => {
          if (wanted === 'delete') setIsAsking(true);
          else onChange(afterwards.find((one) => one === wanted) ?? 'keep');
        }}
        choices={afterwards.map((id) => ({ id, name: t(`watchFolders.after.${id}`, { folder: done_folder }) }))}
      />
      <Dialog
        open={isAsking}
        onClose={close}
        role="alertdialog"
        title={t('watchFolders.askDelete')}
        actions={
          <>
            <Button autoFocus onPress={close}>
              {t('ui.cancel')}
            </Button>
            <Button
              look="danger"
              onPress={() => {
                close();
                onChange('delete');
              }}
            >
              {t('watchFolders.deleteAfterwards')}
            </Button>
          </>
        }
      >
        <p>{t('watchFolders.afterwardsHint.delete')}</p>
      </Dialog>
    </>
  );
}

function StateOf({ record }: { record: WatchFolder }) {
  const { t } = useTranslation();
  const now = useNow(record);
  const state = useStateOf()(now);
  return (
    <>
      <p className={styles.state} data-state={state} role="status">
        <Icon of={state === 'on' ? CircleCheck : CircleAlert} />
        {t(`watchFolders.state.${state}`)}
      </p>
      <WatchedFiles watched={now} unavailable={useWhyNot()} />
    </>
  );
}

const shownCalls = 8;

/** What lies in the chosen folder now, as it would be read: new files will be read in the same way. */
function WhatIsThere({ form }: { form: FormOf<FolderValues> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const refusalText = useRefusalText();
  const { source = '', preset_id, timezone, date_order } = useFormValues(form);
  const how = {
    ...(preset_id && { preset_id }),
    ...(timezone && { timezone }),
    ...(date_order && { date_order: date_order as DateOrder }),
  };
  const { data, error } = useQuery({
    queryKey: watchFolderKeys.preview(source, how),
    enabled: source !== '',
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api(previewImport, { body: { preview: { source, limit: shownCalls, ...how } }, signal }),
  });
  if (source === '') return <p className={styles.text}>{t('watchFolders.explained')}</p>;
  if (error) return <FormMessage>{refusalText(error)}</FormMessage>;
  if (!data) return <Spinner />;
  const { recordings, reading } = data.preview;
  const question = reading.questions.find(({ code }) => code === 'date_order');
  return (
    <>
      <p className={styles.text}>
        {recordings === 0
          ? t('watchFolders.nothingThere')
          : t('watchFolders.thereNow', { count: recordings, shown: format.figure(recordings) })}{' '}
        {reading.preset && t('watchFolders.readBy', { preset: reading.preset.name })}
      </p>
      {question && (
        <p className={styles.state} data-state="waits" role="status">
          <Icon of={CircleAlert} />
          {t('watchFolders.answerOrder', { column: question.from, file: question.file })}
        </p>
      )}
      <ul className={styles.files} aria-label={t('watchFolders.firstCalls')}>
        {reading.calls.map((call) => {
          const [from, to] = [call.from_name ?? call.from_number, call.to_name ?? call.to_number ?? call.agent_name];
          const [file] = call.files;
          const parties = from || to ? `${from ?? '–'} → ${to ?? '–'}` : file?.name;
          return (
            <li key={`${file?.name} ${call.record?.line}`}>
              <Icon of={directionIcon(call)} />
              <div className={styles.name}>
                <p dir="auto">{parties}</p>
                <p className={styles.note}>
                  {call.setup_time ? format.started(call.setup_time) : t('watchFolders.noTime')}
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
