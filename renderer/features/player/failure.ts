import { type Call, readCall } from '@shared/contract/calls';
import type { RefusalBody } from '@shared/contract/refusals';
import { api, ask } from '../../api/api';
import { type ApiRefusal, isRefusal, type Said } from '../../api/refusal';
import { noticeRefusal } from '../../core/query-client';
import type { Track } from './tracks';

/** Why a call cannot be played. Each kind has its text. */
export type Failure = {
  kind:
    | 'no-audio'
    | 'keychain'
    | 'denied'
    | 'locked'
    | 'damaged'
    | 'missing'
    | 'refused'
    | 'unreachable'
    | 'unplayable';
  /** The service's explanation. */
  said: Said | null;
  /** The codec of a file that cannot be played. */
  codec: string | null;
};

const kinds: Partial<Record<RefusalBody['error'], Failure['kind']>> = {
  KeychainUnavailable: 'keychain',
  PermissionError: 'denied',
  IntegrityError: 'damaged',
  NotFound: 'missing',
};

/** A person with the right to listen may lack the key of the recording. */
const kindOf = ({ error, said }: ApiRefusal): Failure['kind'] =>
  said.reason?.code === 'recording_key_not_granted' ? 'locked' : (kinds[error] ?? 'refused');

const bare = (kind: Failure['kind']): Failure => ({ kind, said: null, codec: null });

/** Whether a retry may help. */
export const mayPass = ({ kind }: Failure): boolean => kind !== 'no-audio' && kind !== 'unplayable';

/** Whether someone else must act first: Play cannot help, only a retry after that. */
export const isBarred = ({ kind }: Failure): boolean => kind === 'locked' || kind === 'denied';

/** The failure of a call without files. */
export const noAudio: Failure = bare('no-audio');

/**
 * Why a track could not be played. An audio element only reports that it failed, so the first bytes are requested again
 * and the refusal is read. If they arrive, either the service found damage further on, which the call now shows, or the
 * window cannot decode this kind of file.
 */
export async function failureOf({ call_id }: Call, track: Track, signal: AbortSignal): Promise<Failure> {
  try {
    await ask(track.url, { headers: { Range: 'bytes=0-1' }, signal });
    return (await isDamaged(call_id, track, signal)) ? bare('damaged') : { ...bare('unplayable'), codec: track.codec };
  } catch (error) {
    noticeRefusal(error);
    if (!isRefusal(error) || error.status === 0) return bare('unreachable');
    return { kind: kindOf(error), said: error.said.text === '' ? null : error.said, codec: null };
  }
}

async function isDamaged(call_id: string, { file_id }: Track, signal: AbortSignal): Promise<boolean> {
  const { call } = await api(readCall, { params: { call_id }, signal });
  return call.files.find((file) => file.file_id === file_id)?.damaged ?? false;
}
