import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import styles from './agent-links.module.css';
import { LinkDialog } from './link-dialog';
import { type LinkedUser, useLinkPreview } from './use-link';

/** How many calls only have their name, and the act that links them. */
export function LinkCalls({ user }: { user: LinkedUser }) {
  const { t } = useTranslation();
  const format = useFormat();
  const reading = useReadingOnly();
  const [isOpen, setOpen] = useState(false);
  const { data } = useLinkPreview({ user_id: user.user_id });
  const calls = data?.calls ?? 0;
  return (
    <>
      <p className={styles.hint}>
        {t(calls > 0 ? 'agentLinks.onlyNamed' : 'agentLinks.noneNamed', { count: calls, shown: format.figure(calls) })}
      </p>
      <Button unavailable={reading} onPress={() => setOpen(true)}>
        {calls > 0 ? t('agentLinks.open', { count: calls, shown: format.figure(calls) }) : t('agentLinks.openOther')}
      </Button>
      {isOpen && <LinkDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
