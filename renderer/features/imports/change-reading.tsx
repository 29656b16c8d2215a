import { importPresetApi, nameDirections } from '@shared/contract/import-presets';
import type { ImportReading } from '@shared/contract/import-reading';
import { watchFolderApi } from '@shared/contract/watch-folders';
import { useMutation } from '@tanstack/react-query';
import { PencilLine, X } from 'lucide-react';
import { type KeyboardEvent, startTransition, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { changedByImportPreset } from '../../api/cache/import-presets';
import { watchFolderKeys } from '../../api/cache/watch-folders';
import { idIn } from '../../api/id-in';
import { isRefusal } from '../../api/refusal';
import { refresh } from '../../core/query-client';
import { useMay } from '../../core/session';
import { useOwnWatchFolders } from '../../core/watch-folders';
import { useFormat } from '../../i18n/use-format';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { FormMessage } from '../../ui/form-message';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { isModified } from '../../ui/is-modified';
import { NumberField } from '../../ui/number-field';
import { SelectField } from '../../ui/select-field';
import { TabList, tabPanel } from '../../ui/tabs';
import { TextField } from '../../ui/text-field';
import { toast } from '../../ui/toast';
import { useAfterClosing } from '../../ui/use-after-closing';
import { FittedName, type Name, namePattern, PatternRows, rulesOf } from '../import-presets';
import styles from './change-reading.module.css';
import { type Draft, type Mapping, meaningOf, withColumns, withWord } from './draft';
import { ReadColumns } from './read-columns';

const tabs = ['names', 'columns', 'sides'] as const;
export type ReadingTab = (typeof tabs)[number];

type Props = {
  tab: ReadingTab;
  onTab: (tab: ReadingTab) => void;
  reading: ImportReading;
  /** The name of the folder or the file. */
  source: string;
  /** The preset as it was changed here, or the one by which the files are read. */
  draft: Draft;
  mapping: Mapping;
  /** `isTyped`: by a key in a text. */
  onDraft: (draft: Draft, isTyped?: boolean) => void;
  onMap: (mapping: Mapping) => void;
  /** Called with a draft that has the chosen columns in it. */
  onWhole: (draft: Draft) => void;
  /** Called with the preset that was made of what is shown. */
  onKept: (preset_id: string) => void;
  onClose: () => void;
};

/** How names, columns and sides are read, and changing that while the calls are shown. What was changed can be kept. */
export function ChangeReading(props: Props) {
  const { tab, onTab, reading, draft, mapping, onDraft, onMap, onWhole, onClose } = props;
  const { t } = useTranslation();
  const pane = useRef<HTMLElement>(null);
  useEffect(() => pane.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // Lists that open from here close first, and are not inside.
    if (event.key !== 'Escape' || isModified(event) || !pane.current?.contains(event.target as Node)) return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-label={t('imports.change')}
      data-pane
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.top}>
        <TabList
          label={t('imports.change')}
          of="reading"
          tabs={tabs.map((id) => ({ id, name: t(`imports.tab.${id}`) }))}
          value={tab}
          onChange={onTab}
        />
        <IconButton label={t('imports.closeChange')} onPress={onClose}>
          <Icon of={X} />
        </IconButton>
      </div>
      <div className={styles.content} {...tabPanel('reading', tab)}>
        {tab === 'names' && <Names reading={reading} draft={draft} onDraft={onDraft} />}
        {tab === 'columns' && <ReadColumns reading={reading} mapping={mapping} onMap={onMap} />}
        {tab === 'sides' && (
          <Sides reading={reading} mapping={mapping} draft={draft} onDraft={onDraft} onWhole={onWhole} />
        )}
      </div>
      <div className={styles.foot}>
        <KeepAsPreset {...props} />
      </div>
    </section>
  );
}

type PartProps = Pick<Props, 'reading' | 'draft' | 'onDraft'>;

/** The patterns for names, and names of the source as these read them at once. */
function Names({ reading, draft, onDraft }: PartProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { names } = reading;
  // Typing is shown at once. The rest of the page follows when there is time.
  const [typed, setTyped] = useState<Name[] | null>(null);
  if (names.total === 0) return <p className={styles.hint}>{t('imports.noNames')}</p>;
  const shown = typed ?? (draft.names.length > 0 ? draft.names : [{ pattern: '', direction: null }]);
  const rules = rulesOf(shown);
  const onNames = (changed: Name[], isTyped: boolean) => {
    setTyped(changed);
    startTransition(() => {
      setTyped(null);
      onDraft({ ...draft, names: changed }, isTyped);
    });
  };
  const messageAt = (path: string) =>
    draft.names.length > 0 && shown[Number.parseInt(path, 10)]?.pattern === '' ? t('imports.emptyPattern') : undefined;
  return (
    <>
      <p className={styles.hint}>{t('imports.namesText')}</p>
      <PatternRows
        names={shown}
        onChange={(changed) => onNames(changed, changed.length === shown.length)}
        messageAt={messageAt}
      />
      <p className={styles.count} role="status">
        {t('imports.namesFit', { fit: format.figure(names.fit), shown: format.figure(names.total) })}
      </p>
      <ul className={styles.names} aria-label={t('imports.nameExamples')}>
        {names.examples.map(({ name }) => (
          <li key={name}>
            <div>
              <FittedName name={name} rules={rules} />
            </div>
            <IconButton
              label={t('imports.build')}
              onPress={() => {
                const others = shown.filter(({ pattern }) => pattern !== '');
                onNames([...others, { pattern: namePattern(name), direction: null }], false);
              }}
            >
              <Icon of={PencilLine} />
            </IconButton>
          </li>
        ))}
      </ul>
    </>
  );
}

const isCount = (digits: number | null): digits is number => digits !== null && digits >= 2 && digits <= 10;

/** Which numbers are inside, and what the words for directions mean. */
function Sides({ reading, mapping, draft, onDraft, onWhole }: PartProps & Pick<Props, 'mapping' | 'onWhole'>) {
  const { t } = useTranslation();
  const [digits, setDigits] = useState<number | null>(draft.internal_digits);
  const columns = reading.columns.filter(({ field, samples }) => field === 'direction' && samples.length > 0);
  const say = (column: string, word: string, meaning: string) =>
    onWhole(withWord(withColumns(draft, reading, mapping), column, word, meaning));
  return (
    <>
      <NumberField
        label={t('imports.digits')}
        hint={t('imports.digitsHint')}
        value={digits}
        message={isCount(digits) ? undefined : t('imports.digitsWrong')}
        onChange={(count) => {
          setDigits(count);
          if (isCount(count)) onDraft({ ...draft, internal_digits: count }, true);
        }}
      />
      {columns.map(({ file, from, samples }) => (
        <fieldset key={`${file} ${from}`} className={styles.words}>
          <legend>{t('imports.words', { column: from })}</legend>
          {[...new Set(samples)].map((word) => (
            <SelectField
              key={word}
              label={word}
              inLine
              value={meaningOf(draft, from, word) ?? ''}
              onChange={(meaning) => say(from, word, meaning)}
              choices={[
                { id: '', name: t('imports.wordAsUsual') },
                ...nameDirections.map((id) => ({ id, name: t(`imports.meaning.${id}`) })),
              ]}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}

type KeepProps = Pick<Props, 'reading' | 'source' | 'mapping' | 'draft' | 'onKept'>;

/** Keeps what is shown as a preset. */
function KeepAsPreset(props: KeepProps) {
  const { t } = useTranslation();
  const mayKeep = useMay(importPresetApi.create);
  const [isAsking, setIsAsking] = useState(false);
  const form = useId();
  const close = () => setIsAsking(false);
  return (
    <>
      <Button unavailable={mayKeep ? undefined : t('imports.mayNotKeep')} onPress={() => setIsAsking(true)}>
        {t('imports.keepPreset')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={close}
        title={t('imports.keepPresetTitle')}
        firm
        actions={
          <>
            <Button onPress={close}>{t('ui.cancel')}</Button>
            <Button look="ink" type="submit" form={form}>
              {t('imports.keepPresetNow')}
            </Button>
          </>
        }
      >
        <p>{t('imports.keepPresetText')}</p>
        <KeepForm {...props} id={form} close={close} />
      </Dialog>
    </>
  );
}

function KeepForm({
  reading,
  source,
  mapping,
  draft,
  onKept,
  id,
  close,
}: KeepProps & { id: string; close: () => void }) {
  const { t } = useTranslation();
  const message = useMessage();
  const refusalText = useRefusalText();
  const afterClosing = useAfterClosing();
  const [name, setName] = useState('');
  // The window knows no paths, so that it may be another folder of this name: its path is shown.
  const folder = useOwnWatchFolders().find(({ folder }) => folder.split(/[\\/]/).at(-1) === source);
  const [isForFolder, setIsForFolder] = useState(true);
  const use = useMutation({
    gcTime: 0,
    mutationFn: (preset_id: string) =>
      api(watchFolderApi.update, {
        params: { watch_folder_id: folder?.watch_folder_id ?? '' },
        body: { watch_folder: { preset_id } },
      }),
    onSuccess: () => refresh([watchFolderKeys.all]),
    onError: (error) => toast(refusalText(error), 'note'),
  });
  const keep = useMutation({
    gcTime: 0,
    mutationFn: () =>
      api(importPresetApi.create, {
        body: { import_preset: { ...withColumns(draft, reading, mapping), name } },
      }),
    onSuccess: async ({ url }) => {
      const preset_id = idIn(url);
      if (folder && isForFolder) await use.mutateAsync(preset_id).catch(() => undefined);
      await refresh(changedByImportPreset);
      toast(t('imports.presetKept', { name }));
      afterClosing(() => onKept(preset_id));
      close();
    },
  });
  const said = isRefusal(keep.error) ? message(keep.error.field('name')) : undefined;
  return (
    <form
      id={id}
      className={styles.keep}
      onSubmit={(event) => {
        event.preventDefault();
        if (!keep.isPending) keep.mutate();
      }}
    >
      <TextField label={t('imports.presetName')} autoFocus value={name} onChange={setName} message={said} />
      {folder && (
        <Checkbox isSelected={isForFolder} onChange={setIsForFolder} hint={folder.folder}>
          {t('imports.forWatchFolder', { name: folder.name })}
        </Checkbox>
      )}
      {keep.error && !said && <FormMessage>{refusalText(keep.error)}</FormMessage>}
    </form>
  );
}
