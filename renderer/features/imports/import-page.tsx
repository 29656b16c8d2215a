import { previewImport } from '@shared/contract/imports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { api } from '../../api/api';
import { importKeys } from '../../api/cache/imports';
import { isRefusal } from '../../api/refusal';
import { useImportPresets } from '../../core/import-presets';
import { useMayCreateMissing, useZone } from '../../core/session';
import { useDraftUndo } from '../../core/use-command';
import { LeaveDialog } from '../../form/leave-dialog';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { Page } from '../../ui/page';
import { PageBar } from '../../ui/page-bar';
import { Spinner } from '../../ui/spinner';
import { useLater } from '../../ui/use-later';
import { useRested } from '../../ui/use-rested';
import { ChangeReading, type ReadingTab } from './change-reading';
import { draftOf, isFaulty } from './draft';
import {
  type Chosen,
  discardChosen,
  type Previewed,
  useImportFlow,
  useImportText,
  useStartImport,
} from './import-flow';
import { ImportHead } from './import-head';
import styles from './import-page.module.css';
import { DateQuestion, ZoneQuestion } from './import-questions';
import { PageDrop } from './page-drop';
import { isChanged, type Picked, presetOf, usePicked } from './picked';
import { firstCalls, mostCalls, ReadCalls } from './read-calls';

/** Shows what was chosen as it will become, asks what nothing else says, and starts the import. */
export function ImportPage() {
  const chosen = useImportFlow((flow) => flow.chosen);
  return chosen ? <Preview key={chosen.id} chosen={chosen} /> : <Navigate to="/review" replace />;
}

/** A pattern is tried on all names when nothing was typed for so long. */
const restMs = 150;

function Preview({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const start = useStartImport();
  const zone = useZone();
  const mayCreate = useMayCreateMissing();
  const importText = useImportText();
  const presets = useImportPresets();
  const { picked, change, undo, redo } = usePicked(chosen.preset_id ? { preset_id: chosen.preset_id } : {});
  useDraftUndo(undo, redo);
  const [limit, setLimit] = useState(firstCalls);
  const [tab, setTab] = useState<ReadingTab | null>(null);
  const { data: preview, error, isFetching } = usePreview(chosen, picked, limit);
  const asked = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const importButton = useRef<HTMLButtonElement>(null);
  const changeButton = useRef<HTMLButtonElement>(null);
  // Files that are not imported are forgotten, however the page is left.
  useEffect(
    () => () => {
      if (useImportFlow.getState().chosen?.id === chosen.id) void discardChosen(chosen);
    },
    [chosen],
  );
  const leave = () => void navigate(-1);
  const name = preview?.name ?? '';
  const title = preview ? t('imports.previewTitle', { name }) : t('imports.import');
  const question = preview?.reading.questions.find(({ code }) => code === 'date_order');
  const zones = preview?.reading.questions.find(({ code }) => code === 'zone');
  const metadata_only = picked.metadata_only ?? preview?.recordings === 0;
  const count = preview ? preview.recordings + (metadata_only ? preview.rows_without_audio : 0) : 0;
  const base = presets.find(({ preset_id }) => preset_id === (picked.preset_id || preview?.reading.preset?.preset_id));
  const draft = picked.draft ?? draftOf(base, name);
  const isWrong = picked.draft !== undefined && isFaulty(picked.draft);
  const why = question
    ? t('imports.answerFirst')
    : isWrong
      ? t('imports.patternFirst')
      : count > 0
        ? undefined
        : t(preview && preview.rows_without_audio > 0 ? 'imports.noneTicked' : 'imports.nothing');
  const toPattern = () => {
    setTab('names');
    requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('textarea[aria-invalid=true]')?.focus());
  };
  const begin = () => {
    if (!preview) return;
    const { preset_id: _by, draft: _draft, ...options } = picked;
    const told = { timezone: zone, create_missing: mayCreate, ...options, metadata_only, ...presetOf(picked) };
    start.mutate({ source: preview.handle, ...told }, { onSuccess: leave });
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
            onUnavailable={() => {
              if (question) asked.current?.querySelector('button')?.focus();
              else if (isWrong) toPattern();
            }}
            onPress={begin}
          >
            <ImportLabel count={count} />
          </Button>
        )}
      </PageBar>
      <LeaveDialog
        hasUnsaved={() => isChanged(picked) && useImportFlow.getState().chosen?.id === chosen.id}
        names={t('imports.howItIsRead', { name })}
      />
      <div ref={page} className={styles.body} data-changing={tab !== null || undefined}>
        {preview === undefined && !error && <Reading />}
        {preview === null && <p className={styles.note}>{t('imports.nothing')}</p>}
        {failure && <FormMessage>{importText(failure)}</FormMessage>}
        {preview && (
          <>
            <ImportHead preview={preview} picked={{ ...picked, metadata_only }} onChange={change} error={start.error}>
              <Button
                ref={changeButton}
                aria-expanded={tab !== null}
                onPress={() => setTab(tab === null ? firstTab(preview) : null)}
              >
                {t('imports.change')}
              </Button>
              {(undo || redo) && (
                <>
                  <Button
                    look="quiet"
                    unavailable={undo ? undefined : t('keys.nothingToUndo')}
                    onPress={() => undo?.()}
                  >
                    {t('imports.undo')}
                  </Button>
                  <Button
                    look="quiet"
                    unavailable={redo ? undefined : t('keys.nothingToRedo')}
                    onPress={() => redo?.()}
                  >
                    {t('imports.redo')}
                  </Button>
                </>
              )}
            </ImportHead>
            <div ref={asked}>
              {question && (
                <DateQuestion
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
            <ReadCalls
              preview={preview}
              count={count}
              draft={draft}
              onDraft={(draft) => change({ draft })}
              onSides={() => setTab('sides')}
              zone={picked.timezone ?? zone}
              isAll={limit === mostCalls}
              onAll={() => setLimit(mostCalls)}
            >
              {tab !== null && (
                <ChangeReading
                  tab={tab}
                  onTab={setTab}
                  reading={preview.reading}
                  source={preview.name}
                  draft={draft}
                  mapping={picked.mapping ?? {}}
                  onDraft={(draft, isTyped) => change({ draft }, isTyped)}
                  onMap={(mapping) => change({ mapping })}
                  onWhole={(draft) => change({ draft, mapping: {} })}
                  onKept={(preset_id) => {
                    importButton.current?.focus();
                    change({ preset_id, draft: undefined, mapping: {}, date_order: undefined });
                  }}
                  onClose={() => {
                    setTab(null);
                    changeButton.current?.focus();
                  }}
                />
              )}
            </ReadCalls>
          </>
        )}
      </div>
    </Page>
  );
}

/** Where something is most likely to be put right. */
function firstTab({ recordings, reading }: Previewed): ReadingTab {
  const isUnread = reading.columns.some(({ field, filled }) => field === null && filled > 0);
  return recordings === 0 || isUnread ? 'columns' : 'names';
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
function usePreview({ id, source }: Chosen, picked: Picked, limit: number) {
  const told = useMemo(() => {
    const { create_missing: _, category_ids: _to, preset_id: _by, draft: _draft, ...options } = picked;
    return { ...options, ...presetOf(picked), limit };
  }, [picked, limit]);
  const options = useRested(told, restMs);
  return useQuery({
    queryKey: importKeys.preview(id, options),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<Previewed | null> => {
      const known = await source;
      if (known === null) return null;
      const asked = { source: known.handle, ...options };
      const { preview } = await api(previewImport, { body: { preview: asked }, signal });
      // Rows are shown as calls only when nothing else becomes one.
      if (preview.recordings > 0 || preview.rows_without_audio === 0 || options.metadata_only !== undefined)
        return { ...known, ...preview };
      const bare = await api(previewImport, { body: { preview: { ...asked, metadata_only: true } }, signal });
      return { ...known, ...bare.preview };
    },
  });
}
