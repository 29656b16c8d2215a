import type { Definition } from '@shared/contract/reports';
import { useHolds } from '../../../core/session';
import { oneForm } from '../../evaluation-forms';

/**
 * The pass mark in per cent, if a report is about one evaluation form that has one and that the role sees. The form has
 * it now: runs do not keep it.
 */
export function usePassMark({ filters }: Pick<Definition, 'filters'>): number | null {
  const maySee = useHolds('evaluation_forms:view');
  const forms = filters.filter(({ param, op }) => param === 'evaluation_form_id' && op === 'equal_to');
  const [form_id = ''] = forms.map(({ val }) => val);
  const isOne = forms.length === 1 && !form_id.includes(',');
  const { data } = oneForm.useRecord(maySee && isOne ? form_id : null);
  return data?.record.pass_threshold ?? null;
}
