import type { Call } from '@shared/contract/calls';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import { Button } from '../../ui/button';
import { FieldSection } from './field-section';
import styles from './technical.module.css';

/** Kept when another call is selected. */
const useTechnical = create(() => ({ open: false, empty: false }));

/** The identifiers of the call in the telephone system, folded initially. */
export function Technical({ call }: { call: Call }) {
  const { t } = useTranslation();
  const id = useId();
  const { open, empty } = useTechnical();
  return (
    <>
      <h3 className={styles.head}>
        <AriaButton
          className={styles.opener ?? ''}
          aria-expanded={open}
          aria-controls={id}
          onPress={() => useTechnical.setState({ open: !open })}
        >
          <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
          {t('call.technical')}
        </AriaButton>
      </h3>
      <div id={id} hidden={!open}>
        {open && (
          <>
            <FieldSection call={call} group="protocol" empty={empty} />
            <FieldSection call={call} group="ids" empty={empty} />
            <div className={styles.more}>
              <Button look="quiet" onPress={() => useTechnical.setState({ empty: !empty })}>
                {empty ? t('call.hideEmpty') : t('call.showEmpty')}
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  );
}
