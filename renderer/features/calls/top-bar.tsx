import { PanelRight, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { narrow, toggleInspector, useLayout } from '../../core/layout';
import { useKeysOf } from '../../core/shortcuts';
import { ReportCrumb } from '../../form/report-crumb';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { MenuItem } from '../../ui/menu';
import { PageBar } from '../../ui/page-bar';
import { useMediaQuery } from '../../ui/use-media-query';
import { ImportMenu, TaskList } from '../imports';
import { useSamples } from './bulk/use-samples';
import { HiddenCalls } from './hidden-calls';
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
