import type { Call } from '@shared/contract/calls';
import { Lock, LockOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon';
import { CallKeyNames } from '../call-keys';
import { usePlayer } from '../player';
import { Categories } from './call-categories';
import { Fact, Facts } from './facts';
import { isEncrypted } from './files-of';
import { Section } from './section';
import styles from './summary.module.css';
import { Values } from './values';

/** The custom fields, the categories, and the recording of a call. */
export function Summary({ call }: { call: Call }) {
  const { t } = useTranslation();
  // The deck gives the reason itself.
  const isInDeck = usePlayer(({ call_id, failure }) => call_id === call.call_id && failure?.kind === 'locked');
  const locked = isEncrypted(call);
  const Sign = locked ? Lock : LockOpen;
  return (
    <>
      <Values call={call} />
      <Section title={t('call.recording')}>
        <Facts>
          <Categories call={call} />
          <Fact label={t('call.audio')}>
            {call.files.length === 0 ? (
              t('call.noAudio')
            ) : (
              <span className={styles.lock}>
                <Icon of={Sign} size={14} />
                {t('call.fileCount', { count: call.files.length })}, {locked ? t('call.encrypted') : t('call.open')}
              </span>
            )}
          </Fact>
          {locked && call.files.length > 0 && (
            <Fact label={t('call.key')}>
              <CallKeyNames call_id={call.call_id} says={!isInDeck} />
            </Fact>
          )}
        </Facts>
      </Section>
    </>
  );
}
