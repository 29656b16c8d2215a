import { type Call, readCall } from '@shared/contract/calls';
import type { RefusalBody } from '@shared/contract/refusals';
import { api, ask } from '../../api/api';
import { isRefusal } from '../../api/refusal';
import { noticeRefusal } from '../../core/query-client';
import type { Track } from './tracks';

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

const bare = (kind: Failure['kind']): Failure => ({ kind, explanation: null, codec: null });

/** Whether trying again may help. */
export const mayPass = ({ kind }: Failure): boolean => kind !== 'no-audio' && kind !== 'unplayable';

/** A call without any file. */
export const noAudio: Failure = bare('no-audio');

/**
 * Why a track could not be played: an audio element only reports that it failed, so its first bytes are asked for once
 * more and the refusal is read. If they come, either the service found damage further on, which the call now says, or
 * the file is of a kind the window cannot decode.
 */
export async function failureOf({ call_id }: Call, track: Track, signal: AbortSignal): Promise<Failure> {
  try {
    await ask(track.url, { headers: { Range: 'bytes=0-1' }, signal });
    return (await isDamaged(call_id, track, signal)) ? bare('damaged') : { ...bare('unplayable'), codec: track.codec };
  } catch (error) {
    noticeRefusal(error);
    if (!isRefusal(error) || error.status === 0) return bare('unreachable');
    return { kind: kinds[error.error] ?? 'refused', explanation: error.explanation || null, codec: null };
  }
}

async function isDamaged(call_id: string, { file_id }: Track, signal: AbortSignal): Promise<boolean> {
  const { call } = await api(readCall, { params: { call_id }, signal });
  return call.files.find((file) => file.file_id === file_id)?.damaged ?? false;
}
