import { keysOf } from './key';

const key = keysOf('calibrations');

export const calibrationKeys = {
  list: (filters: object, page: number) => key('list', filters, page),
  one: (calibration_id: string) => key('one', calibration_id),
  results: (calibration_id: string) => key('results', calibration_id),
  call: (calibration_id: string, call_id: string) => key('call', calibration_id, call_id),
  guidance: (form_id: string) => key('guidance', form_id),
  comments: (calibration_id: string) => key('comments', calibration_id),
};

/** Data that changes with a round. */
export const changedByCalibration = [key()];

/** Data that changes with a comment on a round. */
export const changedByComment = (calibration_id: string) => [calibrationKeys.comments(calibration_id)];

/** Data that changes when an answer of a round is agreed on. */
export const changedByAgreeing = (calibration_id: string) => [
  key('call', calibration_id),
  calibrationKeys.results(calibration_id),
  key('guidance'),
];
