import type { ImportPreset } from '@shared/contract/import-presets';
import type { ImportQuestion, ImportReading } from '@shared/contract/import-reading';
import { type ImportPreview, type NewImport, previewImport } from '@shared/contract/imports';
import { channelRules, type DateOrder, dateOrders } from '@shared/import-fields';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { isRefusal } from '../../api/refusal';
import { useImportPresets } from '../../core/import-presets';
import { useMayCreateMissing, useZone } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { useDiskText } from '../../i18n/use-refusal-text';
import { useMessage, useSaid } from '../../i18n/use-said';
import { zones } from '../../i18n/zones';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { ChoiceField } from '../../ui/choice-field';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { Segments } from '../../ui/segments';
import { Spinner } from '../../ui/spinner';
import { useLater } from '../../ui/use-later';
import {
  type Chosen,
  discardChosen,
  type Previewed,
  useImportFlow,
  useImportText,
  useStartImport,
} from './import-flow';
import styles from './import-page.module.css';
import { PageDrop } from './page-drop';
import { ReadCalls } from './read-calls';
import { ReadColumns } from './read-columns';

/** Shows what was chosen as it will become, asks what nothing else says, and starts the import. */
export function ImportPage() {
  const chosen = useImportFlow((flow) => flow.chosen);
  return chosen ? <Preview key={chosen.id} chosen={chosen} /> : <Navigate to="/review" replace />;
}

/** What the user has set; the rest follows from what was found. */
type Picked = Partial<
  Pick<NewImport, 'timezone' | 'create_missing' | 'metadata_only' | 'date_order' | 'channels' | 'mapping'>
> & {
  /** Empty: the recognised one. */
  preset_id?: string;
};

function Preview({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start = useStartImport();
  const zone = useZone();
  const mayCreate = useMayCreateMissing();
  const importText = useImportText();
  const [picked, setPicked] = useState<Picked>({});
  const { data: preview, error, isFetching } = usePreview(chosen, picked);
  const asked = useRef<HTMLDivElement>(null);
  const importButton = useRef<HTMLButtonElement>(null);
  // Files that are not imported are forgotten, however the page is left.
  useEffect(
    () => () => {
      if (useImportFlow.getState().chosen?.id === chosen.id) void discardChosen(chosen);
    },
    [chosen],
  );
  const change = (more: Picked) => setPicked({ ...picked, ...more });
  const leave = () => void navigate(-1);
  const name = preview?.name ?? '';
  const title = preview ? t('imports.previewTitle', { name }) : t('imports.import');
  const question = preview?.reading.questions.find(({ code }) => code === 'date_order');
  const zones = preview?.reading.questions.find(({ code }) => code === 'zone');
  const metadata_only = picked.metadata_only ?? preview?.recordings === 0;
  const count = preview ? preview.recordings + (metadata_only ? preview.rows_without_audio : 0) : 0;
  const why = question
    ? t('imports.answerFirst')
    : count > 0
      ? undefined
      : t(preview && preview.rows_without_audio > 0 ? 'imports.noneTicked' : 'imports.nothing');
  const begin = () => {
    if (!preview) return;
    const { preset_id, ...options } = picked;
    const told = { timezone: zone, create_missing: mayCreate, ...options, metadata_only };
    start.mutate({ source: preview.handle, ...told, ...(preset_id && { preset_id }) }, { onSuccess: leave });
  };
  const failure = error ?? (isRefusal(start.error) && start.error.field('timezone') ? null : start.error);
  return (
    <Page label={title} busy={isFetching}>
      <PageDrop />
      <PageBar
        title={title}
        of="record"
        before={
          <IconButton label={t('keys.command.back')} size={30} onPress={leave}>
            <Icon of={ArrowLeft} />
          </IconButton>
        }
      >
        <Button onPress={leave}>{t('ui.cancel')}</Button>
        {preview && (
          <Button
            look="ink"
            busy={start.isPending}
            ref={importButton}
            autoFocus
            unavailable={why}
            onUnavailable={() => asked.current?.querySelector('button')?.focus()}
            onPress={begin}
          >
            <ImportLabel count={count} />
          </Button>
        )}
      </PageBar>
      <div className={styles.body}>
        {preview === undefined && !error && <Reading />}
        {preview === null && <p className={styles.note}>{t('imports.nothing')}</p>}
        {failure && <FormMessage>{importText(failure)}</FormMessage>}
        {preview && (
          <>
            <Head preview={preview} picked={{ ...picked, metadata_only }} onChange={change} error={start.error} />
            <div ref={asked}>
              {question && (
                <Question
                  question={question}
                  reading={preview.reading}
                  onAnswer={(date_order) => change({ date_order })}
                />
              )}
              {zones && (
                <ZoneQuestion
                  zone={picked.timezone ?? zone}
                  choices={zones.choices}
                  first={preview.reading.calls[0]?.setup_time}
                  onAnswer={(timezone) => change({ timezone })}
                />
              )}
              {!question && picked.date_order && (
                <p className={styles.answered}>
                  {t('imports.answered', { order: t(`imports.dateOrder.${picked.date_order}`) })}{' '}
                  <Button look="quiet" onPress={() => change({ date_order: undefined })}>
                    {t('imports.changeAnswer')}
                  </Button>
                </p>
              )}
            </div>
            <ReadColumns
              reading={preview.reading}
              mapping={picked.mapping ?? {}}
              onMap={(mapping) => change({ mapping })}
              onKept={(preset_id) => {
                // The button that opened the dialog goes with the changes.
                importButton.current?.focus();
                change({ preset_id, mapping: {}, date_order: undefined });
              }}
            />
            <ReadCalls preview={preview} count={count} />
          </>
        )}
      </div>
    </Page>
  );
}

function ImportLabel({ count }: { count: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return count === 0 ? t('imports.import') : t('imports.importCalls', { count, shown: format.figure(count) });
}

/** A small folder is read before this would be noticed. */
function Reading() {
  const { t } = useTranslation();
  if (!useLater(true, 300)) return null;
  return (
    <p className={styles.reading} role="status">
      <Spinner />
      {t('imports.reading')}
    </p>
  );
}

/** The chosen source as it will be read; null when nothing was chosen. */
function usePreview({ id, source }: Chosen, { create_missing: _, ...options }: Picked) {
  const { preset_id, ...told } = options;
  return useQuery({
    queryKey: importKeys.preview(id, options),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Previewed | null> => {
      const known = await source;
      if (known === null) return null;
      const asked = { source: known.handle, ...told, ...(preset_id && { preset_id }) };
      const { preview } = await api(previewImport, { body: { preview: asked }, signal });
      // Rows are shown as calls only when nothing else becomes one.
      if (preview.recordings > 0 || preview.rows_without_audio === 0 || told.metadata_only !== undefined)
        return { ...known, ...preview };
      const bare = await api(previewImport, { body: { preview: { ...asked, metadata_only: true } }, signal });
      return { ...known, ...bare.preview };
    },
  });
}

type HeadProps = {
  preview: ImportPreview;
  picked: Picked;
  onChange: (change: Picked) => void;
  error: Error | null;
};

/** How it was read and why, and only the options that matter for what was found. */
function Head({ preview, picked, onChange, error }: HeadProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const message = useMessage();
  const diskText = useDiskText();
  const zone = useZone();
  const mayCreate = useMayCreateMissing();
  const say = useSaid();
  const { recordings, record_files, rows_without_audio, needed_bytes, free_bytes, reading } = preview;
  const others =
    preview.other_files > 0 &&
    t('imports.otherFiles', { count: preview.other_files, shown: format.figure(preview.other_files) });
  const parts = [
    recordings > 0 && t('imports.recordings', { count: recordings, shown: format.figure(recordings) }),
    record_files > 0 && t('imports.recordFiles', { count: record_files, shown: format.figure(record_files) }),
    recordings > 0 && format.bytes(preview.recording_bytes),
  ].filter((part) => part !== false);
  if (parts.length === 0)
    return (
      <p className={styles.note}>
        {t('imports.nothing')} {others}
      </p>
    );
  return (
    <section className={styles.head} aria-label={t('imports.howRead')}>
      <p className={styles.facts}>
        <strong>{parts.join(', ')}.</strong> {t('imports.previewText')} {others}
      </p>
      <div className={styles.fields}>
        <PresetChoice
          reading={reading}
          value={picked.preset_id ?? ''}
          onChange={(preset_id) => onChange({ preset_id })}
        >
          {reading.because.map((reason) => say({ text: '', reason })).join(' ')}
        </PresetChoice>
        {preview.needs_timezone && (
          <ChoiceField
            label={t('imports.timezone')}
            hint={t('imports.timezoneHint')}
            value={picked.timezone ?? zone}
            onChange={(timezone) => onChange({ timezone })}
            choices={zones}
            message={message(isRefusal(error) ? error.field('timezone') : undefined)}
          />
        )}
        {reading.stereo.files > 0 && (
          <Segments
            label={t('imports.leftChannel')}
            value={reading.stereo.channels ?? 'agent_left'}
            onChange={(id) => onChange({ channels: channelRules.find((one) => one === id) })}
            choices={channelRules.map((id) => ({ id, name: t(`imports.left.${id}`) }))}
          />
        )}
        <div className={styles.ticks}>
          {rows_without_audio > 0 && (
            <Checkbox
              isSelected={picked.metadata_only ?? false}
              onChange={(metadata_only) => onChange({ metadata_only })}
              hint={t('imports.withoutAudioHint')}
            >
              {t('imports.withoutAudio', { count: rows_without_audio, shown: format.figure(rows_without_audio) })}
            </Checkbox>
          )}
          {record_files > 0 && (
            <Checkbox
              isSelected={picked.create_missing ?? mayCreate}
              onChange={(create_missing) => onChange({ create_missing })}
              isReadOnly={!mayCreate}
              hint={t(mayCreate ? 'imports.createMissingHint' : 'imports.createMissingMayNot')}
            >
              {t('imports.createMissing')}
            </Checkbox>
          )}
        </div>
      </div>
      {needed_bytes > free_bytes && <FormMessage>{diskText({ needed_bytes, free_bytes })}</FormMessage>}
    </section>
  );
}

type PresetChoiceProps = {
  reading: ImportReading;
  value: string;
  onChange: (preset_id: string) => void;
  children: string;
};

/** The presets: the recognised one, the others that fit with their counts, and all others. */
function PresetChoice({ reading, value, onChange, children }: PresetChoiceProps) {
  const { t } = useTranslation();
  const all = useImportPresets();
  const fitting = [reading.preset, ...reading.others].filter((one) => one?.preset_id && one.fits > 0);
  const fits = ({ preset_id, name }: ImportPreset) => {
    const one = fitting.find((known) => known?.preset_id === preset_id);
    return one ? t('imports.presetFits', { name, fits: one.fits, of: one.of }) : name;
  };
  const [first, rest] = [
    all.filter(({ preset_id }) => fitting.some((one) => one?.preset_id === preset_id)),
    all.filter(({ preset_id }) => !fitting.some((one) => one?.preset_id === preset_id)),
  ];
  const recognised =
    value === '' && reading.preset
      ? t('imports.presetRecognised', { name: reading.preset.name })
      : t('imports.presetAny');
  return (
    <ChoiceField
      label={t('imports.howRead')}
      hint={children}
      opensOn="input"
      value={value}
      onChange={onChange}
      choices={[
        { id: '', name: recognised },
        ...[...first, ...rest].map((preset) => ({ id: preset.preset_id, name: fits(preset) })),
      ]}
    />
  );
}

/** A date in numbers as a day, by an order. */
function dayIn(text: string, order: DateOrder): string | undefined {
  const [, a = '', b = '', c = ''] = /(\d{1,4})[./ -]+(\d{1,2})[./ -]+(\d{1,4})/.exec(text) ?? [];
  const [day, month, year] = order === 'dmy' ? [a, b, c] : order === 'mdy' ? [b, a, c] : [c, b, a];
  if (!day || !month || !year) return undefined;
  const whole = year.length <= 2 ? `20${year.padStart(2, '0')}` : year;
  const iso = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return Number.isNaN(Date.parse(`${iso}T00:00:00Z`)) ? undefined : iso;
}

type ZoneQuestionProps = {
  zone: string;
  choices: readonly string[];
  /** When the first call began, as it is read now. */
  first: string | undefined;
  onAnswer: (zone: string) => void;
};

/** Asks for the zone of the phone system. It stops nothing. */
function ZoneQuestion({ zone, choices, first, onAnswer }: ZoneQuestionProps) {
  const { t } = useTranslation();
  // As it is written in the names: the times of a preview are in the zone by which they were read.
  const time = first?.slice(11, 16) ?? '';
  return (
    <section className={styles.question} aria-label={t('imports.askZoneTitle')} role="status">
      <Icon of={TriangleAlert} />
      <p>{t('imports.askZone', { zone, time })}</p>
      <div className={styles.choices}>
        {choices.map((one) => (
          <Button key={one} onPress={() => onAnswer(one)}>
            {one}
          </Button>
        ))}
      </div>
    </section>
  );
}

type QuestionProps = { question: ImportQuestion; reading: ImportReading; onAnswer: (order: DateOrder) => void };

/** Asks in which order dates are written, with the first ones written out. */
function Question({ question, reading, onAnswer }: QuestionProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const column = reading.columns.find(({ file, from }) => file === question.file && from === question.from);
  const samples = column?.samples ?? [];
  return (
    <section className={styles.question} aria-label={t('imports.reason.QUESTION')} role="alert">
      <Icon of={TriangleAlert} />
      <p>
        {t('imports.askDates', { column: question.from, file: question.file })}
        {samples[0] !== undefined && ` ${t('imports.askSample', { sample: samples[0] })}`}
      </p>
      <div className={styles.choices}>
        {dateOrders
          .filter((order) => question.choices.includes(order))
          .map((order) => {
            const days = samples.flatMap((sample) => dayIn(sample, order) ?? []).map(format.longDay);
            return (
              <Button key={order} onPress={() => onAnswer(order)}>
                {t(`imports.dateOrder.${order}`)}
                {days.length > 0 && <span className={styles.days}>{days.join(' · ')}</span>}
              </Button>
            );
          })}
      </div>
    </section>
  );
}
