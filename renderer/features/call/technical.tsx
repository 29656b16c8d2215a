import type { Call } from '@shared/contract/calls';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { Button } from '../../ui/button';
import { FieldSection } from './field-section';
import { Fold } from './fold';
import styles from './technical.module.css';

/** Kept when another call is selected. */
const useTechnical = create(() => ({ open: false, empty: false }));

/** The identifiers of the call in the telephone system, folded initially. */
export function Technical({ call }: { call: Call }) {
  const { t } = useTranslation();
  const { open, empty } = useTechnical();
  return (
    <Fold title={t('call.technical')} heading open={open} onChange={(open) => useTechnical.setState({ open })}>
      <FieldSection call={call} group="protocol" empty={empty} />
      <FieldSection call={call} group="ids" empty={empty} />
      <div className={styles.more}>
        <Button look="quiet" onPress={() => useTechnical.setState({ empty: !empty })}>
          {empty ? t('call.hideEmpty') : t('call.showEmpty')}
        </Button>
      </div>
    </Fold>
  );
}
