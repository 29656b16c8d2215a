import { z } from 'zod';
import { UnchangedCall } from './call-bulk';
import { line, recordId } from './fields';
import { operation } from './operation';

/** The most calls that one request links. */
export const linkedAtOnce = 500;
/** The most calls that a preview names. */
export const previewedCalls = 100;

const NamedAgent = z
  .object({
    agent: z.string().meta({ description: 'The name of the agent in the details' }),
    users: z.array(z.object({ user_id: z.uuid(), name: z.string() })).meta({
      description: 'The users of this name, by name. With several, Earshot does not choose',
    }),
    calls: z.number().int().meta({ description: 'Calls that can be linked' }),
  })
  .meta({ id: 'NamedAgent' });
export type NamedAgent = z.infer<typeof NamedAgent>;

/** The names of agents in the calls of an import that users have, while the calls belong to no user. */
export const listNamedAgents = operation({
  method: 'get',
  path: '/api/v2/calls/agents.json',
  summary: 'List the agents of an import that are only names',
  permission: 'calls:edit',
  audited: { action: 'read', resource: 'call' },
  needs: { import_id: { rights: ['users:view'] } },
  query: z.strictObject({ import_id: recordId().meta({ description: 'The import' }) }),
  response: z.object({ agents: z.array(NamedAgent).meta({ description: 'Most calls first, at most 100' }) }),
  extension: true,
});

const which = {
  user_id: recordId().meta({ description: 'The user who is the agent' }),
  agent: line(256, z.string().trim().min(1)).optional().meta({
    description: 'The name or number of the agent in the details; by default the name and extensions of the user',
  }),
  import_id: recordId().optional().meta({ description: 'Only calls that this import made or added to' }),
};

const path = '/api/v2/calls/agent_link.json' as const;

/** The calls whose agent is only a name or a number that means the user. */
export const previewAgentLink = operation({
  method: 'get',
  path,
  summary: 'Preview the calls to link to a user',
  permission: 'calls:edit',
  audited: { action: 'read', resource: 'call' },
  needs: { user_id: { rights: ['users:view'] } },
  query: z.strictObject(which),
  response: z.object({
    agent_link: z
      .object({
        user_id: z.uuid(),
        calls: z.number().int().meta({ description: 'Calls that can be linked' }),
        call_ids: z.array(z.uuid()).meta({ description: `The newest ${previewedCalls} of them` }),
        refused_calls: z.number().int().meta({ description: 'Calls with this agent that would stay as they are' }),
        refused: z.array(UnchangedCall).meta({ description: `The newest ${previewedCalls} of them, with the reason` }),
      })
      .meta({ id: 'AgentLink' }),
  }),
  refusals: ['Conflict'],
  extension: true,
});

/** Links up to 500 of these calls, the newest first. To link all, it is repeated until none is left. */
export const linkAgent = operation({
  method: 'post',
  path,
  summary: 'Link calls to the user who is their agent',
  permission: 'calls:edit',
  audited: { action: 'update', resource: 'call' },
  needs: { 'agent_link.user_id': { rights: ['users:view'] } },
  body: z.strictObject({ agent_link: z.strictObject(which) }),
  response: z.object({
    agent_link: z.object({ linked: z.number().int(), left: z.number().int() }).meta({
      description: 'The calls that were linked, and those that are left to link',
    }),
  }),
  refusals: ['Conflict'],
  extension: true,
});
