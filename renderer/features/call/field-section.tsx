import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { lengthText } from '../../i18n/times';
import { useFormat } from '../../i18n/use-format';
import { type FieldGroup, type FieldKind, fieldsOf, type ListedField } from './call-fields';
import { useCodeText } from './code-text';
import { Fact, Facts } from './facts';
import { Section } from './section';

type Props = { call: Call; group: FieldGroup; empty: boolean };

/** One group of a call's fields. Fields without a value are only shown with `empty`. */
export function FieldSection({ call, group, empty }: Props) {
  const { t } = useTranslation();
  const write = useWriting();
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
              {value === null || value === '' || (kind === 'ifYes' && !value) ? null : write(name, kind, value)}
            </Fact>
          );
        })}
      </Facts>
    </Section>
  );
}

/** The text of a field's value, by its kind. */
function useWriting() {
  const { t } = useTranslation();
  const format = useFormat();
  const code = useCodeText();
  return (name: ListedField, kind: FieldKind, value: string | number | boolean): string => {
    if (kind === 'time') return format.full(String(value));
    if (kind === 'length') return lengthText(Number(value));
    if (kind === 'yesNo' || kind === 'ifYes') return value ? t('ui.yes') : t('ui.no');
    if (kind === 'code') return code(name, Number(value));
    return String(value);
  };
}
