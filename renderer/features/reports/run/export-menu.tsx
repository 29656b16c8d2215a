import { exportReportData, type ReportRun } from '@shared/contract/report-runs';
import { ChartColumn, FileText, Share, Table } from 'lucide-react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../../api/api';
import { bridge } from '../../../api/bridge';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast';
import { saveFile } from '../../call';

type Props = {
  run: ReportRun;
  /** Contains the chart, if there is one. */
  page: RefObject<HTMLElement | null>;
};

/** Saves what a run found: all rows as CSV, the page as PDF, the chart as a picture. */
export function ExportMenu({ run, page }: Props) {
  const { t } = useTranslation();
  const said = (name: string | null) => name !== null && toast(t('reports.exported', { name }));
  const params = { report_id: run.report_id, run_id: run.run_id };
  const failed = () => toast(t('reports.exportFailed'), 'note');
  const hasChart = !['none', 'table'].includes(run.chart_settings.chart_style);
  return (
    <Menu label={t('reports.export')} trigger={<Button icon={<Icon of={Share} />}>{t('reports.export')}</Button>}>
      <MenuItem icon={<Icon of={Table} />} onAction={() => void saveFile(addressOf(exportReportData, params))}>
        {t('reports.exportCsv')}
      </MenuItem>
      <MenuItem
        icon={<Icon of={FileText} />}
        onAction={() => void bridge.savePdf(`${fileName(run.name)}.pdf`).then(said, failed)}
      >
        {t('reports.exportPdf')}
      </MenuItem>
      {hasChart && (
        <MenuItem
          icon={<Icon of={ChartColumn} />}
          onAction={() => {
            const picture = pictureIn(page.current);
            if (picture) void bridge.saveText(`${fileName(run.name)}.svg`, picture).then(said, failed);
            else failed();
          }}
        >
          {t('reports.exportChart')}
        </MenuItem>
      )}
    </Menu>
  );
}

/** A name that every file system accepts. */
const fileName = (name: string) =>
  name
    .replace(/[\\/:*?"<>|]/g, ' ')
    .slice(0, 100)
    .trim() || 'report';

/** The chart of a page as an SVG file. */
function pictureIn(page: HTMLElement | null): string | undefined {
  const svg = page?.querySelector('[data-chart] svg');
  if (!svg) return undefined;
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}
