import type { RefusalBody } from '@shared/contract/refusals';

/**
 * A refusal by the API. `details` contains one text per field, by its dotted path as sent (`setup.login`). Status 0:
 * the service did not respond, or not as the contract requires.
 */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly error: RefusalBody['error'];
  readonly explanation: string;
  readonly details: Readonly<Record<string, string>>;
  readonly request_id: string | undefined;
  /** The seconds to wait before a retry. */
  readonly retry_after: number | undefined;

  constructor(status: number, body: Partial<RefusalBody>, retry_after?: number) {
    const explanation = body.explanation ?? body.description ?? '';
    super(explanation || `${status} ${body.error ?? ''}`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.error = body.error ?? 'InternalError';
    this.explanation = explanation;
    this.details = Object.fromEntries(Object.entries(body.details ?? {}).map(([field, text]) => [field, String(text)]));
    this.request_id = body.request_id;
    this.retry_after = retry_after;
  }

  /** The message of a field, found by the last part of its path, so that forms do not depend on the envelope. */
  field(name: string): string | undefined {
    const path = Object.keys(this.details).find((key) => key === name || key.endsWith(`.${name}`));
    return path === undefined ? undefined : this.details[path];
  }
}

/** Whether the error is a refusal with one of these statuses. */
export const isRefusal = (error: unknown, ...statuses: number[]): error is ApiRefusal =>
  error instanceof ApiRefusal && (statuses.length === 0 || statuses.includes(error.status));
