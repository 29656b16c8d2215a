import type { CustomField } from '@shared/contract/custom-fields';
import type { Said } from '../../api/refusal';
import { useMessage } from '../../i18n/use-said';
import { useWholeNumberText } from '../../i18n/use-whole-number-text';

const ofNumbers = new Set(['value_too_small', 'value_too_large', 'value_no_number']);

/** What is said at the value of a custom field that was refused. A number is told what it can be. */
export function useValueMessage() {
  const message = useMessage();
  const wholeNumber = useWholeNumberText();
  return (said: Said, limits: CustomField['fieldset_integer_value_settings'] | undefined): string | undefined =>
    limits && ofNumbers.has(said.reason?.code ?? '') ? wholeNumber(limits.int_min, limits.int_max) : message(said);
}
