import { type Call, listCalls } from '@shared/contract/calls';
import type { Import } from '@shared/contract/imports';
import { useQuery } from '@tanstack/react-query';
import { PanelRight, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys, changedByRemoval } from '../../api/cache/calls';
import { narrow, toggleInspector, useLayout } from '../../core/layout';
import { useKeysOf } from '../../core/shortcuts';
import { ReportCrumb } from '../../form/report-crumb';
import { useFormat } from '../../i18n/use-format';
import { useBulk } from '../../list/use-bulk';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { MenuItem } from '../../ui/menu';
import { PageBar } from '../../ui/page-bar';
import { useMediaQuery } from '../../ui/use-media-query';
import { ImportMenu, TaskList, useSampleImports } from '../imports';
import { useCallName } from '../parties';
import { useRemoving } from './bulk/use-removing';
import { useFilterText } from './filter-text';
import { activeFilters, type Filters, noFilters, useFilters } from './filters';
import { countOf } from './listing';
import { SearchMenu } from './saved/search-menu';
import { useOpenSearch } from './saved/use-open-search';
import { SearchBox } from './search-box';
import styles from './top-bar.module.css';

/** Title, search, and the main action of the page. */
export function TopBar({ stale }: { stale: boolean }) {
  const keysOf = useKeysOf();
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(narrow);
  const opened = useOpenSearch();
  const samples = useSamples();
  const { inspector, overlay } = useLayout();
  const shown = isNarrow ? overlay : inspector;
  return (
    <PageBar title={opened?.search.name ?? t('review.title')} of="list" before={<ReportCrumb />} menu={<SearchMenu />}>
      <SearchBox stale={stale} />
      <TaskList note={(task) => <HiddenCalls task={task} />} />
      <ImportMenu>
        {samples.remove && (
          <MenuItem icon={<Icon of={Trash2} />} onAction={samples.remove}>
            {t('bulk.removeSamples')}
          </MenuItem>
        )}
      </ImportMenu>
      {samples.notDone}
      {(isNarrow || !shown) && (
        <span className={styles.inspector}>
          <IconButton
            label={t('review.inspector')}
            keys={keysOf('inspector')}
            size={30}
            edge
            pressed={shown}
            onPress={toggleInspector}
          >
            <Icon of={PanelRight} />
          </IconButton>
        </span>
      )}
    </PageBar>
  );
}

/** More calls than the samples have: all that came with one of their imports. */
const most = 100;

/** Removes the sample calls, with Undo. `remove` is undefined if there are none, or if the user may not remove calls. */
function useSamples() {
  const { import_ids } = useSampleImports();
  const { work, whyNot } = useRemoving();
  const { run, busy, notDone } = useBulk<Call>({ nameOf: useCallName(), changed: changedByRemoval });
  const { data: samples = [] } = useQuery({
    queryKey: callKeys.samples(import_ids),
    enabled: whyNot === undefined && import_ids.length > 0,
    queryFn: async ({ signal }) => {
      const calls: Call[] = [];
      for (const import_id of import_ids)
        calls.push(...(await api(listCalls, { query: { import_id, limit: most }, view: 'samples', signal })).calls);
      return calls.filter(({ protocol_call_id }) => protocol_call_id?.startsWith('sample-'));
    },
  });
  const remove =
    whyNot === undefined && samples.length > 0 && !busy
      ? () => run({ records: samples, keep: () => {} }, work)
      : undefined;
  return { remove, notDone };
}

/** Shows how many calls of an import are hidden by the filters of the list, with a button to show them. */
function HiddenCalls({ task: { import_id, calls } }: { task: Import }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { filters, change } = useFilters();
  const filterText = useFilterText(filters);
  const active = activeFilters(filters);
  const { data: hidden = 0 } = useQuery({
    queryKey: callKeys.count(filters, import_id),
    enabled: active.length > 0 && calls > 0,
    queryFn: async ({ signal }) => {
      const count = (view: string, shown: Filters) => countOf({ filters: shown }, { view, import_id, signal });
      const all = await count(`calls of import ${import_id}`, { ...filters, ...noFilters });
      return all - (await count(`calls of import ${import_id} in the list`, filters));
    },
  });
  if (active.length === 0 || hidden === 0) return null;
  const [only] = active;
  return (
    <div className={styles.note}>
      <p>
        {t('imports.hidden', {
          count: hidden,
          shown: format.figure(hidden),
          filters:
            only && active.length === 1
              ? t('imports.hiddenBy', { filter: filterText(only) })
              : t('imports.hiddenByAll'),
        })}
      </p>
      <Button onPress={() => change(noFilters)}>{t('noMatch.clearOne')}</Button>
    </div>
  );
}
