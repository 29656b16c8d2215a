import type { CustomField, IntegerSettings } from '@shared/contract/custom-fields';

export type Threshold = IntegerSettings['fieldset_thresholds']['thresholds'][number];

const holds: Record<Threshold['op'], (value: number, limit: number) => boolean> = {
  ge: (value, limit) => value >= limit,
  gt: (value, limit) => value > limit,
  le: (value, limit) => value <= limit,
  lt: (value, limit) => value < limit,
  eq: (value, limit) => value === limit,
};

/** The threshold that names a value: the first one that fits. */
export const thresholdOf = (value: number, thresholds: readonly Threshold[]): Threshold | undefined =>
  thresholds.find(({ op, value: limit }) => limit !== null && holds[op](value, limit));

/** The threshold of a stored value of a field; undefined without one. */
export const thresholdIn = (
  { fieldset_integer_value_settings: numbers }: Pick<CustomField, 'fieldset_integer_value_settings'>,
  value: string,
): Threshold | undefined =>
  numbers && value !== '' ? thresholdOf(Number(value), numbers.fieldset_thresholds.thresholds) : undefined;
