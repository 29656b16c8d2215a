import type { Call } from '@shared/contract/calls';
import { RefusalBody } from '@shared/contract/refusals';

/** Why a call is not heard; each has its sentence in the words of the player. */
export type Failure = {
  kind: 'no-audio' | 'keychain' | 'denied' | 'damaged' | 'missing' | 'refused' | 'unreachable' | 'unplayable';
  /** The service's own words, as sent. */
  explanation: string | null;
  /** Of what cannot be played. */
  codec: string | null;
};

const kinds: Partial<Record<RefusalBody['error'], Failure['kind']>> = {
  KeychainUnavailable: 'keychain',
  PermissionError: 'denied',
  IntegrityError: 'damaged',
  NotFound: 'missing',
};

/** Whether trying again may help. */
export const mayPass = ({ kind }: Failure): boolean => kind !== 'no-audio' && kind !== 'unplayable';

/** A call without any file. */
export const noAudio: Failure = { kind: 'no-audio', explanation: null, codec: null };

/**
 * Why an address could not be played: an audio element only says that it failed, so its first bytes are asked for once
 * more and the refusal is read. Bytes that do come are of a kind the window cannot decode.
 */
export async function failureOf(call: Call, url: string, signal: AbortSignal): Promise<Failure> {
  const response = await fetch(url, { headers: { Range: 'bytes=0-1' }, signal }).catch(() => null);
  if (!response) return { kind: 'unreachable', explanation: null, codec: null };
  if (response.ok) return { kind: 'unplayable', explanation: null, codec: call.files[0]?.codec ?? null };
  const refusal = RefusalBody.partial().safeParse(await response.json().catch(() => undefined)).data ?? {};
  const explanation = refusal.explanation ?? refusal.description ?? null;
  return { kind: kinds[refusal.error ?? 'InternalError'] ?? 'refused', explanation, codec: null };
}
