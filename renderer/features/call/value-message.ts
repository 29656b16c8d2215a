import type { CustomField } from '@shared/contract/custom-fields';
import type { Said } from '../../api/refusal';
import { useMessage } from '../../i18n/use-said';
import { useWholeNumberText } from '../../i18n/use-whole-number-text';

const ofNumbers = new Set(['value_too_small', 'value_too_large', 'value_no_number']);

/** The message at a refused value of a custom field. For a number, it gives the allowed range. */
export function useValueMessage() {
  const message = useMessage();
  const wholeNumber = useWholeNumberText();
  return (said: Said, limits: CustomField['fieldset_integer_value_settings'] | undefined): string | undefined =>
    limits && ofNumbers.has(said.reason?.code ?? '') ? wholeNumber(limits.int_min, limits.int_max) : message(said);
}
