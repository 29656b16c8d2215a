import { hash } from 'node:crypto';
import type { PlanTerms, Risk } from '@shared/contract/evaluation-plans';
import type { Stratum } from '@shared/contract/evaluation-queue';
import { dayMs } from '@shared/duration';
import { riskNames } from '@shared/evaluation/samples';

/** The talk of a call by the names of risks, in their units; null where it is not known. */
export type Talk = { readonly [K in keyof Risk]: number | null };
/** A call that can be drawn. */
export type Candidate = Talk & { call_id: string; agent_user_id: string; setup_time: number };

/** What is known of an agent before the period: the last score on the form, and when the first call began, in ms. */
export type Known = { score: number | null; first_call: number | null };

/** The part of a plan that decides which calls are drawn; `seed` is that of the draw, `period_end` in ms. */
export type DrawTerms = Pick<PlanTerms, 'amount' | 'amount_by_risk' | 'risk' | 'more'> & {
  seed: string;
  period_end: number;
};

/** What is a risk of a call: the names whose value is reached. */
export const riskOf = (talk: Talk, risk: Risk | null): (keyof Risk)[] =>
  riskNames.filter((name) => {
    const [from, value] = [risk?.[name] ?? null, talk[name]];
    return from !== null && value !== null && value >= from;
  });

/** How many calls of an agent are drawn. */
export function amountOf({ amount, more, period_end }: DrawTerms, { score, first_call }: Known): number {
  if (!more) return amount;
  const { score_below, new_agent_days } = more;
  const isLow = score_below !== null && score !== null && score < score_below;
  const isNew = new_agent_days !== null && first_call !== null && first_call > period_end - new_agent_days * dayMs;
  return isLow || isNew ? amount + more.amount : amount;
}

/** How many calls are drawn of strata of these sizes. */
export function sharesOf(
  n: number,
  by_risk: number,
  sizes: { risk: number; rest: number },
): { risk: number; rest: number } {
  const rest = Math.min(n - Math.min(by_risk, sizes.risk), sizes.rest);
  return { risk: Math.min(n - rest, sizes.risk), rest };
}

type Lot = { call: Candidate; risk: (keyof Risk)[]; hash: string };
/** What was drawn from: the ids of the calls in the order of their hashes, of which the first were drawn. */
export type DrawnStratum = { agent_user_id: string; stratum: Stratum; calls: number; drawn: number; pool: string[] };
export type DrawnCall = Omit<Lot, 'call'> & { call: Candidate; stratum: Stratum };

/** The hash that decides the order of calls in a draw. Hex. */
export const hashOf = (seed: string, call_id: string): string => hash('sha256', `${seed}\n${call_id}`);

/**
 * Draws the calls of each agent with the lowest hashes of seed and id, within strata: those that are a risk and the rest, or
 * all. Returns the strata by agent, and the drawn calls in the order of their hashes.
 */
export function drawStrata(
  candidates: Iterable<Candidate>,
  terms: DrawTerms,
  knownOf: (agent_user_id: string) => Known,
): { strata: DrawnStratum[]; calls: DrawnCall[] } {
  const agents = new Map<string, Record<Stratum, Lot[]>>();
  for (const call of candidates) {
    const own = agents.get(call.agent_user_id) ?? { all: [], risk: [], rest: [] };
    agents.set(call.agent_user_id, own);
    const risk = riskOf(call, terms.risk);
    const stratum = terms.amount_by_risk === 0 ? 'all' : risk.length > 0 ? 'risk' : 'rest';
    own[stratum].push({ call, risk, hash: hashOf(terms.seed, call.call_id) });
  }
  const strata: DrawnStratum[] = [];
  const calls: DrawnCall[] = [];
  for (const [agent_user_id, own] of [...agents].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const n = amountOf(terms, knownOf(agent_user_id));
    const by_risk = sharesOf(n, terms.amount_by_risk, { risk: own.risk.length, rest: own.rest.length });
    const shares = { all: Math.min(n, own.all.length), ...by_risk };
    for (const stratum of ['all', 'risk', 'rest'] as const) {
      const lots = own[stratum].sort(byHash);
      if (lots.length === 0) continue;
      const drawn = shares[stratum];
      strata.push({ agent_user_id, stratum, calls: lots.length, drawn, pool: lots.map(({ call }) => call.call_id) });
      calls.push(...lots.slice(0, drawn).map((lot) => ({ ...lot, stratum })));
    }
  }
  return { strata, calls: calls.sort(byHash) };
}

const byHash = (one: { hash: string }, other: { hash: string }) => (one.hash < other.hash ? -1 : 1);

/** Someone who can score, with the number of calls that the plan gave them before. */
export type Evaluator = { user_id: string; before: number };

/**
 * Who scores each of these calls: the evaluator with the fewest of this draw, then of the plan, then the lowest id, and never the
 * agent. Undefined if nobody is left for a call.
 */
export function assigned(
  calls: readonly { agent_user_id: string }[],
  evaluators: readonly Evaluator[],
): string[] | undefined {
  const order = evaluators
    .toSorted((one, other) => one.before - other.before || (one.user_id < other.user_id ? -1 : 1))
    .map(({ user_id }) => ({ user_id, given: 0 }));
  const all: string[] = [];
  for (const { agent_user_id } of calls) {
    let chosen: (typeof order)[number] | undefined;
    for (const one of order) {
      if (one.user_id !== agent_user_id && (!chosen || one.given < chosen.given)) chosen = one;
    }
    if (!chosen) return undefined;
    chosen.given += 1;
    all.push(chosen.user_id);
  }
  return all;
}
