import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { type FieldGroup, fieldsOf } from './call-fields';
import { Fact, Facts } from './facts';
import { useFieldText } from './field-text';
import { Section } from './section';

type Props = { call: Call; group: FieldGroup; empty: boolean };

/** One group of a call's fields. Fields without a value are only shown with `empty`. */
export function FieldSection({ call, group, empty }: Props) {
  const { t } = useTranslation();
  const fieldText = useFieldText();
  const fields = fieldsOf(group).filter(([name]) => empty || (call[name] !== null && call[name] !== ''));
  if (fields.length === 0) return null;
  return (
    <Section title={t(`call.group.${group}`)}>
      <Facts>
        {fields.map(([name, kind]) => {
          const value = call[name];
          return (
            <Fact
              key={name}
              label={t(`fields.${name}`)}
              mono={kind === 'id'}
              copy={kind === 'id' && value !== null ? String(value) : null}
            >
              {fieldText(name, kind, value)}
            </Fact>
          );
        })}
      </Facts>
    </Section>
  );
}
