/** Calls and recordings that other tools push. */
export const pushes = {
  bad_idempotency_key: 'Use 1 to 255 visible ASCII characters',
  key_used_otherwise: 'This key was used for another request',
  key_in_use: 'Another request with this Idempotency-Key is still being received. Try again when it has ended.',
  year_out_of_range: 'Is not in the years 1900 to 2199',
  call_ends_early: 'Is before connect_time',
  code_unknown: 'Must be {known:list}',
  user_unknown: 'Is not a user of this tenant',
  file_id_taken: 'The call already has this file',
  too_many_uploads: 'Too many recordings are being received at once. Try again in a second.',
  media_type: 'Send the body as {types:list}.',
} as const;
