import { type Report, reportApi } from '@shared/contract/reports';
import { isDimension } from '@shared/reports/names';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../core/session';
import { AddButton } from '../../list/add-button';
import { ListPage } from '../../list/list-page';
import type { Look } from '../../list/look';
import { useSearchedWords } from '../../list/use-list-words';
import { useSearch } from '../../list/use-search';
import { Button } from '../../ui/button';
import styles from './report-list.module.css';
import { useReports } from './reports';
import { useNameText, useReadyMadeText } from './use-name-text';

const look: Look<Report> = {
  columns: [
    { id: 'name', cell: (record) => <Text of={record.name} /> },
    { id: 'by', cell: (record) => <GroupedBy {...record} /> },
    { id: 'description', cell: (record) => <Text of={record.description ?? ''} /> },
  ],
  row: styles.row ?? '',
  idOf: ({ report_id }) => report_id,
  texts: new Set(['name', 'by', 'description']),
  opener: 'name',
};

const Text = ({ of }: { of: string }) => useReadyMadeText()(of);

function GroupedBy({ column_settings }: Report) {
  const { t } = useTranslation();
  const nameText = useNameText();
  const names = column_settings.filter(({ name }) => isDimension(name)).map(({ name }) => nameText(name));
  return names.length > 0 ? names.join(', ') : t('reports.allCalls');
}

/** The reports, with a search by name. */
export function ReportList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search, setSearch } = useSearch();
  const mayAdd = useMay(reportApi.create);
  return (
    <ListPage
      title={t('reports.title')}
      look={look}
      list={useReports(search)}
      search={{ text: search, label: t('reports.search'), onChange: setSearch }}
      columns={[
        { id: 'name', name: t('reports.name') },
        { id: 'by', name: t('reports.groupBy') },
        { id: 'description', name: t('reports.description') },
      ]}
      words={useSearchedWords('reports', search)}
      add={
        <>
          <Button look="quiet" onPress={() => void navigate('today')}>
            {t('reports.today')}
          </Button>
          <AddButton unavailable={mayAdd ? undefined : t('reports.mayNotEdit')}>{t('reports.add')}</AddButton>
        </>
      }
      onOpen={({ report_id }) => void navigate(report_id)}
    />
  );
}
