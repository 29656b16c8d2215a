import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useCodeText } from '../call';
import styles from './direction-filter.module.css';
import type { Direction } from './filters';

type Props = { value: Direction | null; onChange: (value: Direction | null) => void };

/** Inbound, outbound, or either. */
export function DirectionFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const code = useCodeText();
  return (
    <ToggleButtonGroup
      className={styles.segments ?? ''}
      aria-label={t('filters.direction')}
      selectionMode="single"
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => onChange(([...keys][0] as Direction | undefined) ?? null)}
    >
      {(['2', '1', '0'] as const).map((id) => (
        <ToggleButton key={id} id={id}>
          {code('protocol_call_direction', Number(id))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
