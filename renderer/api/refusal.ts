import type { RefusalBody, SaidReason } from '@shared/contract/refusals';

/** A sentence of the service: its English text, and its reason if it has one. */
export type Said = { readonly text: string; readonly reason?: SaidReason | undefined };

/**
 * A refusal by the API. `details` contains one sentence per field, by its dotted path as sent (`setup.login`). Status 0:
 * the service did not respond. A status of success: it did, but not as the contract requires, so asking again is no use.
 */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly error: RefusalBody['error'];
  readonly said: Said;
  readonly details: Readonly<Record<string, Said>>;
  /** For a full disk: the needed and the free bytes, if they were sent. */
  readonly space: { needed_bytes: number; free_bytes: number } | undefined;
  readonly request_id: string | undefined;

  constructor(status: number, { error = 'InternalError', details = {}, reasons = {}, ...body }: Partial<RefusalBody>) {
    const text = body.explanation ?? body.description ?? '';
    super(text || `${status} ${error}`);
    this.name = 'ApiRefusal';
    this.status = status;
    this.error = error;
    this.said = { text, reason: body.reason };
    this.details = Object.fromEntries(
      Object.entries(details).map(([path, message]) => [path, { text: String(message), reason: reasons[path] }]),
    );
    const { needed_bytes, free_bytes } = details;
    if (error === 'InsufficientStorage')
      this.space = { needed_bytes: Number(needed_bytes), free_bytes: Number(free_bytes) };
    this.request_id = body.request_id;
  }

  /** The message of a field, found by the last part of its path, so that forms do not depend on the envelope. */
  field(name: string): Said | undefined {
    const path = Object.keys(this.details).find((key) => key === name || key.endsWith(`.${name}`));
    return path === undefined ? undefined : this.details[path];
  }
}

/** Whether the error is a refusal with one of these statuses. */
export const isRefusal = (error: unknown, ...statuses: number[]): error is ApiRefusal =>
  error instanceof ApiRefusal && (statuses.length === 0 || statuses.includes(error.status));
