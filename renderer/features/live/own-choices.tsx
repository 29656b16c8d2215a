import type { Call } from '@shared/contract/calls';
import type { CustomField } from '@shared/contract/custom-fields';
import { isRefusal } from '../../api/refusal';
import { useCustomFields } from '../../core/custom-fields';
import { useHolds } from '../../core/session';
import { useRefusalText } from '../../i18n/use-refusal-text';
import { useMessage } from '../../i18n/use-said';
import { useCall, useSetValue, ValueField } from '../call';

/** More fields would push the recording's own settings out of view. */
const shown = 3;

/** The choices of the call that is being recorded here, such as its topic. */
export function OwnChoices({ call_id }: { call_id: string }) {
  const { data: call } = useCall(call_id);
  const mayEdit = useHolds('calls:edit');
  const fields = useCustomFields().filter(({ type, editable }) => type === 'option' && editable);
  if (!call || !mayEdit) return null;
  return fields.slice(0, shown).map((field) => <Choice key={field.field_id} call={call} field={field} />);
}

function Choice({ call, field }: { call: Call; field: CustomField }) {
  const message = useMessage();
  const refusalText = useRefusalText();
  const { mutate, error, variables, isPending } = useSetValue(call);
  const { field_id, name } = field;
  const stored = call.custom_fields.find((one) => one.field_id === field_id)?.value ?? '';
  // The only value that was sent is the one at fault.
  const [said] = error && isRefusal(error) ? Object.values(error.details) : [];
  const why = said ? message(said) : error ? refusalText(error) : undefined;
  return (
    <ValueField
      field={field}
      label={name}
      value={isPending ? variables.value : stored}
      onChange={(value) => mutate({ field_id, value })}
      message={why}
    />
  );
}
