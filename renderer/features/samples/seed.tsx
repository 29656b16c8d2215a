import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import { IconButton } from '../../ui/icon-button';
import { useCopy } from '../../ui/use-copy';
import styles from './seed.module.css';

/** The seed of a sample, to be copied. */
export function Seed({ seed }: { seed: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  return (
    <>
      <span className={styles.number}>{seed}</span>
      <IconButton label={t('samples.copySeed')} size={24} onPress={() => copy(seed)}>
        <Icon of={Copy} size={13} />
      </IconButton>
    </>
  );
}
