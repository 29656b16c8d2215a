import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import styles from './direction-filter.module.css';
import type { Direction } from './filters';

type Props = { value: Direction | null; onChange: (value: Direction | null) => void };

/** Inbound, outbound, or either. */
export function DirectionFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      className={styles.segments ?? ''}
      aria-label={t('filters.direction')}
      selectionMode="single"
      selectedKeys={value === null ? [] : [value]}
      onSelectionChange={(keys) => onChange(([...keys][0] as Direction | undefined) ?? null)}
    >
      <ToggleButton id="2">{t('codes.direction.inbound')}</ToggleButton>
      <ToggleButton id="1">{t('codes.direction.outbound')}</ToggleButton>
      <ToggleButton id="0">{t('codes.direction.unknown')}</ToggleButton>
    </ToggleButtonGroup>
  );
}
