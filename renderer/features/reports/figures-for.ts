import type { BodyOf } from '@shared/contract/operation';
import { computeReportFigures } from '@shared/contract/report-figures';
import { api } from '../../api/api';

/** The settings of a report that is not stored. */
export type Settings = BodyOf<typeof computeReportFigures>['report'];

type Asking = {
  limit: number;
  signal: AbortSignal;
  /** The part of the window that shows only the newest figures. */
  view?: string;
};

/** The figures of settings that belong to no report, with up to `limit` rows. */
export async function figuresFor(report: Settings, { limit, ...asking }: Asking) {
  return (await api(computeReportFigures, { body: { report }, query: { limit }, ...asking })).report_figures;
}
