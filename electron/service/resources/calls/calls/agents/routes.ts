import {
  linkAgent,
  linkedAtOnce,
  listNamedAgents,
  previewAgentLink,
  previewedCalls,
} from '@shared/contract/call-agents';
import type { Service } from '../../../../context';
import { linkCalls, previewLink, selectNamedAgents } from './queries';

export function callAgentRoutes({ handle, store }: Service): void {
  handle(listNamedAgents, async ({ query: { import_id }, scope, view }) => ({
    agents: await store.read(selectNamedAgents, { import_id, scope }, view),
  }));

  handle(previewAgentLink, async ({ query, scope, view }) => {
    const preview = await store.read(previewLink, { ...query, scope, most: previewedCalls }, view);
    return { agent_link: { user_id: query.user_id, ...preview } };
  });

  handle(linkAgent, async ({ body: { agent_link }, scope, by }) => ({
    agent_link: await store.write(linkCalls, { ...agent_link, scope, most: linkedAtOnce }, by),
  }));
}
