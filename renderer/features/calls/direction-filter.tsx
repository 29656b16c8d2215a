import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useCodeText } from '../call';
import styles from './direction-filter.module.css';
import type { Direction } from './filters';

const directions = ['2', '1', '0'] as const;

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
      {directions.map((id) => (
        <ToggleButton key={id} id={id} autoFocus={id === (value ?? directions[0])}>
          {code('protocol_call_direction', Number(id))}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
