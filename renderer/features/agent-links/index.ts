import './texts';

export { LinkCalls } from './link-calls';
export { NamedAgents } from './named-agents';
export { useMayLink } from './use-link';
