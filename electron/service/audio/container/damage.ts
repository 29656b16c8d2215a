import { Refusal } from '../../refusal';

/** The reasons why a container cannot be opened. */
export type ContainerReason =
  | 'CRA_BAD_MAGIC'
  | 'CRA_BAD_VERSION'
  | 'CRA_BAD_HEADER'
  | 'CRA_NO_KEY'
  | 'CRA_UNWRAP'
  | 'CRA_HEADER_MAC'
  | 'CRA_TRUNCATED'
  | 'CRA_CORRUPT_CHUNK';

const explanations: Record<ContainerReason, string> = {
  CRA_BAD_MAGIC: 'The stored file is not an Earshot recording.',
  CRA_BAD_VERSION: 'The stored recording was made by a newer version of Earshot.',
  CRA_BAD_HEADER: 'The head of the stored recording is damaged.',
  CRA_NO_KEY: 'You do not hold a key of this recording.',
  CRA_UNWRAP: 'The key of the stored recording does not open.',
  CRA_HEADER_MAC: 'The stored recording was changed or exchanged.',
  CRA_TRUNCATED: 'The end of the stored recording is missing.',
  CRA_CORRUPT_CHUNK: 'A part of the stored recording is damaged.',
};

/** IntegrityError, or PermissionError for CRA_NO_KEY; `reason` is the cause. */
export const damage = (reason: ContainerReason): Refusal =>
  new Refusal(reason === 'CRA_NO_KEY' ? 'PermissionError' : 'IntegrityError', explanations[reason], {}, reason);
