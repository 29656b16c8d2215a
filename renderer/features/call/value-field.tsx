import type { CustomField } from '@shared/contract/custom-fields';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../ui/choice-field';
import { DateField } from '../../ui/date-field';
import type { Said } from '../../ui/field-parts';
import { TextField } from '../../ui/text-field';

type Props = Pick<Said, 'label' | 'message'> & {
  field: Pick<CustomField, 'type' | 'options' | 'display_as'>;
  /** Empty for no value. */
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
};

/** The value of a custom field of a call, by its type. */
export function ValueField({
  field: { type, options, display_as },
  value,
  onChange,
  autoFocus = false,
  ...said
}: Props) {
  const { t } = useTranslation();
  if (type === 'option') {
    const choices = [{ id: '', name: t('call.noValue') }, ...options.map((id) => ({ id, name: id }))];
    const shown = { value, onChange, choices, autoFocus };
    return <ChoiceField {...said} {...shown} opensOn="input" />;
  }
  if (type === 'date') {
    return <DateField {...said} value={value || null} onChange={(day) => onChange(day ?? '')} autoFocus={autoFocus} />;
  }
  const isLong = type === 'string' && display_as === 'multiline';
  return (
    <TextField {...said} value={value} onChange={onChange} autoFocus={autoFocus} long={isLong} spellCheck={isLong} />
  );
}
