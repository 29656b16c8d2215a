import { keysOf } from './key';

const key = keysOf('reports');

export const reportKeys = {
  /** A page of a search. */
  list: (search: string, page: number) => key('list', search, page),
  one: (report_id: string) => key('one', report_id),
  /** The runs of a report; without `run_id`, all of them. */
  runs: (report_id: string) => key('runs', report_id),
  run: (report_id: string, run_id: string) => key('runs', report_id, run_id),
  /** The figures of a run, which do not change. */
  data: (run_id: string) => key('data', run_id),
  /** A part of the first page; without `part`, all of it. */
  today: (part?: string, settings?: object) => key('today', part, settings),
  /** The figures of settings that are being edited. */
  preview: (settings: object) => key('preview', settings),
};

/** Data that changes with a report. */
export const changedByReport = [key()];
