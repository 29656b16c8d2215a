import { CallDirection } from '@shared/codes';
import type { Call } from '@shared/contract/calls';

/**
 * Characters that Windows, macOS or Linux refuse in a name, and marks that would change the direction of the text after
 * them.
 */
const forbidden = /[<>:"/\\|?*\p{Cc}]/gu;
const turning = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
// Names may have 255 bytes. The rest is left for additions by the folder, such as "(2)".
const maxBytes = 180;

/**
 * The name of a downloaded recording: `2026-11-19 14.32 Maria Lopez.mp3`. Without a name it contains the number,
 * otherwise the name of the imported file. If the call has several files, the file's id comes last.
 */
export function fileNameOf(call: Call, extension: string, file_id?: string): string {
  const [day = '', time = ''] = call.setup_time.split('T');
  const part = call.files.length > 1 ? file_id : undefined;
  const name = [day, time.slice(0, 5).replace(':', '.'), otherParty(call), part].filter(Boolean).join(' ');
  return `${name}.${extension}`;
}

function otherParty(call: Call): string {
  const [name, number] =
    call.protocol_call_direction === CallDirection.outbound
      ? [call.to_name, call.to_number]
      : [call.from_name, call.from_number];
  const original = call.files.find(({ original_name }) => original_name !== null)?.original_name;
  const plain = (name ?? number ?? original?.replace(/\.\w+$/, '') ?? '').replace(turning, '');
  return shortened(plain.replace(forbidden, '-')).trim();
}

/** Shortens a text without cutting a character in half. */
const shortened = (text: string): string =>
  Buffer.from(text)
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
