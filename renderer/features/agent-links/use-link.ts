import { linkAgent, previewAgentLink } from '@shared/contract/call-agents';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/api';
import { callKeys } from '../../api/cache/calls';
import { changedByEvaluation } from '../../api/cache/evaluations';
import { changedByUser } from '../../api/cache/users';
import { refresh } from '../../core/query-client';
import { useHolds } from '../../core/session';
import { useFormat } from '../../i18n/use-format';
import { toast } from '../../ui/toast';

export type LinkedUser = { user_id: string; name: string };
/** The calls of a user: by default those with the name or an extension of the user, of all imports. */
export type Link = { user_id: string; agent?: string | undefined; import_id?: string | undefined };

/** Whether the role may link calls to users. */
export const useMayLink = (): boolean =>
  [useHolds('calls:edit'), useHolds('calls:view'), useHolds('users:view')].every(Boolean);

/** What linking would do. */
export const useLinkPreview = ({ user_id, agent, import_id }: Link) =>
  useQuery({
    queryKey: callKeys.agentLink(user_id, agent, import_id),
    // A name that another user has too is refused, and asking again would not change that.
    retry: false,
    queryFn: async ({ signal }) => {
      const query = { user_id, ...(agent && { agent }), ...(import_id && { import_id }) };
      return (await api(previewAgentLink, { query, view: `calls to link to ${user_id}`, signal })).agent_link;
    },
  });

/** Links all the calls, part by part. `linked` counts those that are done. */
export function useLink({ name }: LinkedUser, onDone: () => void) {
  const { t } = useTranslation();
  const format = useFormat();
  const [linked, setLinked] = useState(0);
  const work = useMutation({
    gcTime: 0,
    mutationFn: async (agent_link: Link) => {
      let done = 0;
      let last = 0;
      do {
        const { agent_link: part } = await api(linkAgent, { body: { agent_link } });
        done += part.linked;
        last = part.left > 0 ? part.linked : 0;
        setLinked(done);
      } while (last > 0);
      return done;
    },
    onSuccess: (count) => {
      onDone();
      toast(t('agentLinks.done', { count, shown: format.figure(count), name }));
    },
    onSettled: () => refresh([callKeys.all, ...changedByUser, ...changedByEvaluation]),
  });
  return { ...work, linked };
}
