/** Calls and their notes. */
export const calls = {
  region_ends_early: 'Is before the beginning of the region',
  call_held: 'This call is under legal hold. It does not change until the hold is lifted.',
  agent_is_other_user: 'Another user is linked to this call.',
  agent_of_another: 'Another user has this name or number too. Earshot does not guess which one is meant.',
  agent_nameless: 'Enter a name or a number',
  call_not_restorable: 'This call is no longer among the removed calls: it was restored or destroyed.',
  call_recording: 'This call is being recorded. Remove it when the recording has ended.',
  too_many_calls: 'More than {most:number} calls began in this millisecond',
} as const;
