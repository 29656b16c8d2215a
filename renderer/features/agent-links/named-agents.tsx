import { listNamedAgents, type NamedAgent } from '@shared/contract/call-agents';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { useReadingOnly } from '../../core/view-as';
import { useFormat } from '../../i18n/use-format';
import { Button } from '../../ui/button';
import styles from './agent-links.module.css';
import { LinkDialog } from './link-dialog';
import { useMayLink } from './use-link';

/** The agents of an import that are only names, each with the user of that name, to link their calls. */
export function NamedAgents({ import_id }: { import_id: string }) {
  const mayLink = useMayLink();
  const { data: agents = [] } = useQuery({
    queryKey: callKeys.namedAgents(import_id),
    enabled: mayLink,
    queryFn: async ({ signal }) =>
      (await api(listNamedAgents, { query: { import_id }, view: `agents of ${import_id}`, signal })).agents,
  });
  if (agents.length === 0) return null;
  return (
    <ul className={styles.agents}>
      {agents.map((agent) => (
        <Named key={agent.agent} {...agent} import_id={import_id} />
      ))}
    </ul>
  );
}

function Named({ agent, users, calls, import_id }: NamedAgent & { import_id: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const reading = useReadingOnly();
  const [isOpen, setOpen] = useState(false);
  const [user, ...others] = users;
  const count = { count: calls, shown: format.figure(calls) };
  if (user === undefined) return null;
  if (others.length > 0) {
    return <li className={styles.agent}>{t('agentLinks.severalUsers', { ...count, name: agent })}</li>;
  }
  return (
    <li className={styles.agent}>
      <span>{t('agentLinks.isUser', { name: user.name })}</span>
      <Button look="quiet" unavailable={reading} onPress={() => setOpen(true)}>
        {t('agentLinks.open', count)}
      </Button>
      {isOpen && <LinkDialog user={user} import_id={import_id} onClose={() => setOpen(false)} />}
    </li>
  );
}
