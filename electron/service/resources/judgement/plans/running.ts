import { randomUUID } from 'node:crypto';
import { type CallFilters, countCalls } from '@shared/contract/calls';
import { hourMs, minuteMs } from '@shared/duration';
import { holds } from '@shared/permissions';
import { english, type Reason, reason } from '@shared/reasons/reasons';
import { type Scope, scopeOf } from '../../../access/scope';
import type { Part, Service } from '../../../context';
import { readQuery } from '../../../http/validate';
import { faultOf } from '../../../log';
import { isRefusal, Refusal } from '../../../refusal';
import { type By, byEarshot } from '../../../store/audit';
import { failPlanDraw, type PlanDraw, selectPlanDraw, storePlanDraw } from './draw.queries';
import { type StoredPlan, selectDuePeriod, selectDuePlans } from './queries';

/** A draw is made again when calls change meanwhile. */
const mostTries = 3;

/** What was drawn by itself since the start, and how often that failed. */
type CaughtUp = { draws: number; reports: number; failed: number };

/** Draws the periods of plans: those that are due by itself, each minute. */
export class PlanDraws {
  private readonly done: CaughtUp = { draws: 0, reports: 0, failed: 0 };
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(private readonly service: Service) {}

  begin(): void {
    void this.drawDue();
    this.timer = setInterval(() => void this.drawDue(), minuteMs).unref();
  }

  async close(): Promise<void> {
    this.isClosing = true;
    clearInterval(this.timer);
    await this.working;
  }

  /** Waits until what is due is drawn. */
  async caughtUp(): Promise<CaughtUp> {
    await this.drawDue();
    return { ...this.done };
  }

  /** Draws what is due, unless that is under way. What fails is noted at its plan. */
  private drawDue(): Promise<void> {
    this.working ??= this.drawPlans().finally(() => {
      this.working = undefined;
    });
    return this.working;
  }

  /** What would be drawn. Refused like a draw. */
  async tried(plan: StoredPlan, period: string): Promise<PlanDraw> {
    const { scope } = await this.ownerOf(plan);
    return this.drawn(plan, period, scope);
  }

  /** Draws a period of a plan as it is then, and returns the id of the sample. Refused with Conflict when it cannot be drawn. */
  async draw(readPlan: () => Promise<StoredPlan>, period: string, by: By): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        return (await this.drawOnce(await readPlan(), period, by)).sample_id;
      } catch (cause) {
        if (tries === mostTries || !isOvertaken(cause, 'plan_outdated')) throw cause;
      }
    }
  }

  private async drawPlans(): Promise<void> {
    const { store, now, log } = this.service;
    try {
      for (const plan_id of await store.read(selectDuePlans, { now: now() })) await this.drawPlan(plan_id);
    } catch (cause) {
      this.done.failed += 1;
      if (!isRefusal(cause)) log(faultOf(cause), 'plans could not be drawn');
    }
  }

  /** Draws the due periods of a plan, the oldest first, until one fails. */
  private async drawPlan(plan_id: string): Promise<void> {
    const { store, now, log } = this.service;
    for (let tries = 1; !this.isClosing; ) {
      const due = await store.read(selectDuePeriod, { plan_id, now: now() });
      if (!due) return;
      try {
        const { reports } = await this.drawOnce(due.plan, due.period);
        this.done.draws += 1;
        this.done.reports += reports;
        tries = 1;
      } catch (cause) {
        tries += 1;
        if (tries <= mostTries && isOvertaken(cause, 'plan_outdated', 'plan_period_drawn')) continue;
        this.done.failed += 1;
        if (!isRefusal(cause)) log(faultOf(cause), 'a plan could not be drawn');
        const why = isRefusal(cause) ? cause.reason : reason('internal_error');
        const failed = { plan: due.plan, why, text: english(why), next: now() + hourMs };
        await store.write(failPlanDraw, failed, byEarshot(now()));
        return;
      }
    }
  }

  /** Without `by`, the author is the owner. */
  private async drawOnce(plan: StoredPlan, period: string, by?: By): Promise<{ sample_id: string; reports: number }> {
    const { store } = this.service;
    const { scope, as } = await this.ownerOf(plan);
    const draw = await this.drawn(plan, period, scope);
    const sample_id = randomUUID();
    const { reports } = await store
      .write(storePlanDraw, { id: sample_id, plan, period, draw, scope }, by ?? as)
      .catch((cause: unknown) => {
        throw asConflict(cause);
      });
    return { sample_id, reports };
  }

  private async drawn(plan: StoredPlan, period: string, scope: Scope): Promise<PlanDraw> {
    const { store, now } = this.service;
    return store.read(selectPlanDraw, { plan, period, filters: filtersOf(plan), scope, now: now() });
  }

  /** The reach of the owner now, and the owner as an author. Refused with Conflict without the rights. */
  private async ownerOf({ user_id }: StoredPlan): Promise<{ scope: Scope; as: By }> {
    const { authenticator, now } = this.service;
    const owner = await authenticator.userOf(user_id);
    if (!owner || !holds(owner.permissions, 'evaluation_reports:plan') || !holds(owner.permissions, 'calls:view'))
      throw new Refusal('Conflict', reason('plan_owner_unable'));
    const as = { at: now(), user_id, tenant_id: owner.tenant_id, door: 'earshot' as const };
    return { scope: scopeOf(owner, now()), as };
  }
}

/** The filters of a plan. Refused with Conflict if its query can no longer be used. */
function filtersOf({ query }: StoredPlan): CallFilters {
  try {
    return readQuery(`?${query}`, countCalls.query) as CallFilters;
  } catch (cause) {
    if (!isRefusal(cause, 'InvalidRecord')) throw cause;
    throw new Refusal('Conflict', reason('plan_query_wrong'));
  }
}

/** Whether a draw was refused because of what happened meanwhile. */
const isOvertaken = (cause: unknown, ...codes: string[]): boolean =>
  isRefusal(cause, 'Conflict') && codes.includes(cause.reason.code);

/** What a form or a call refuses is not in the request of a draw. */
function asConflict(cause: unknown): unknown {
  if (!isRefusal(cause, 'InvalidRecord')) return cause;
  const [why = cause.reason] = Object.values(cause.details) as Reason[];
  return new Refusal('Conflict', why);
}

/** Draws plans while this service runs. */
export const planDraws: Part<PlanDraws> = (service, { onStart, onClose }) => {
  const own = new PlanDraws(service);
  onStart(async () => own.begin());
  onClose(() => own.close());
  return own;
};
