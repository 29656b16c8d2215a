import type { Actor } from '../access/actor';
import { pathOf } from './path';

const maxRequests = 200;
const maxTools = 200;
const longestPath = 256;

export type Means = 'token' | 'password' | 'session';
type LoggedRequest = {
  at: number;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  means: Means | null;
  tool: string | null;
  user_name: string | null;
};
type LoggedTool = {
  tool: string | null;
  token_id: string | null;
  user_id: string;
  user_name: string;
  means: Means;
  requests: number;
  last_at: number;
};

/** The last requests over TCP and their callers, in memory, so that they end with the service. */
export class RequestLog {
  private readonly last: LoggedRequest[] = [];
  private readonly tools = new Map<string, LoggedTool>();

  /** Notes a request once it has a response. Its query is left out, which may have names, numbers and signatures. */
  note(request: Request, caller: Actor | undefined, answer: { at: number; status: number; duration_ms: number }): void {
    const means = caller && meansOf(caller);
    const [tool, user_name] = [caller?.tool?.name ?? null, caller?.name ?? null];
    const path = pathOf(request.url).slice(0, longestPath);
    this.last.push({ ...answer, method: request.method, path, means: means ?? null, tool, user_name });
    if (this.last.length > maxRequests) this.last.shift();
    if (!caller || !means) return;
    const token_id = caller.tool?.token_id ?? null;
    const place = token_id ?? `${means} ${caller.user_id}`;
    const { requests = 0 } = this.tools.get(place) ?? {};
    // Moves the tool to the end: they are in the order of their last request.
    this.tools.delete(place);
    const { user_id, name } = caller;
    const { at: last_at } = answer;
    this.tools.set(place, { tool, token_id, user_id, user_name: name, means, requests: requests + 1, last_at });
    const oldest = this.tools.keys().next().value;
    if (this.tools.size > maxTools && oldest !== undefined) this.tools.delete(oldest);
  }

  /** Newest first. */
  recent(): { requests: LoggedRequest[]; tools: LoggedTool[] } {
    return { requests: this.last.toReversed(), tools: [...this.tools.values()].reverse() };
  }
}

const meansOf = ({ token, session }: Actor): Means => (token ? 'token' : session ? 'session' : 'password');
