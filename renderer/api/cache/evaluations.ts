import { keysOf } from './key';

const key = keysOf('evaluations');

export const evaluationKeys = {
  /** A page of the caller's own ones. */
  queue: (show: string, page: number) => key('queue', show, page),
  /** The first of the caller's open ones. */
  first: key('first'),
  /** The order of the caller's open ones. */
  places: key('places'),
  /** The number of those in the caller's queue. */
  count: (show: string) => key('count', show),
  /** A page of a search. */
  list: (filters: object, page: number) => key('list', filters, page),
  one: (report_id: string) => key('one', report_id),
  /** Those of a call. */
  ofCall: (call_id: string) => key('of call', call_id),
  /** The scores of several calls. */
  scores: (call_ids: readonly string[]) => key('scores', call_ids),
  /** The totals of the calls of a listing. */
  totals: (listing: object) => key('totals', listing),
  /** The user's own ones of a call. */
  ownOfCall: (call_id: string) => key('own of call', call_id),
  /** A sample, with the statuses of its evaluations. */
  sample: (sample_id: string) => key('sample', sample_id),
  history: (report_id: string) => key('history', report_id),
  /** The version of a result that is shown. */
  result: (report_id: string) => key('result', report_id),
};

const samples = keysOf('evaluation samples');

export const sampleKeys = { latest: samples('latest') };

/**
 * Data that is read again when an evaluation was changed elsewhere. Not the one that is being scored: its page saves with
 * the version that it has read.
 */
export const followedEvaluations = [
  'queue',
  'first',
  'places',
  'count',
  'list',
  'of call',
  'own of call',
  'scores',
  'totals',
  'sample',
  'result',
  'history',
].map((part) => key(part));

/** Data that changes with an evaluation. */
export const changedByEvaluation = [key()];
