import { parseAbsolute, toCalendarDateTime } from '@internationalized/date';
import { reportApi } from '@shared/contract/reports';
import { msOf, withColon } from '@shared/moments';
import { reason } from '@shared/reasons/reasons';
import type { z } from 'zod';
import { recordOf } from '../../../form/record';

type Period = { period_begin?: string | null | undefined; period_end?: string | null | undefined };

/** Whether a period has no day. The API counts nothing in one that ends when it begins; the form refuses one. */
export const endsTooEarly = ({ period_begin, period_end }: Period): boolean =>
  period_begin != null && period_end != null && msOf(period_end) <= msOf(period_begin);

/** The moment with the same local time in `to` as this moment has in `from`. */
export const onSameClock = (moment: string, from: string, to: string): string =>
  toCalendarDateTime(parseAbsolute(withColon(moment), from))
    .toDate(to)
    .toISOString();

/** The message about such a period, at its end. */
export const endsEarly = { text: '', reason: reason('ends_before_begin') };

const withDays = (rules: z.ZodObject) =>
  rules.superRefine((values, { addIssue }) => {
    if (!endsTooEarly(values as Period)) return;
    addIssue({ code: 'custom', path: ['period_end'], message: 'ends_before_begin', input: values });
  });

/** The rules of the forms of a report: those of the contract, and that a period has days. */
export const newRules = withDays(recordOf(reportApi.create).rules);
export const changeRules = withDays(recordOf(reportApi.update).rules);
