/** The integer codes of calls and their labels, shared by the service, the window and the OpenAPI text. */
export const callState = {
  0: 'Unknown',
  1: 'Initiated',
  2: 'Accepted',
  3: 'Alerting',
  4: 'Connected',
  5: 'Disconnecting',
  6: 'Disconnected',
  7: 'On hold',
  8: 'Transferred',
} as const;
export const callDirection = { 0: 'Unknown', 1: 'Outbound', 2: 'Inbound' } as const;
export const partyDirection = { 0: 'Unknown', 1: 'Caller', 2: 'Called' } as const;
export const partyType = { 0: 'Unknown', 1: 'Agent', 2: 'Gateway', 3: 'Conference bridge' } as const;
export const recordState = { 0: 'Not recorded', 1: 'Recording', 2: 'Paused', 3: 'Finished', 4: 'Failed' } as const;
export const voipProtocol = {
  0: 'Unknown',
  1: 'SIP',
  2: 'Skinny',
  3: 'H.323',
  4: 'MGCP',
  5: 'SIPREC',
  99: 'Other',
} as const;
export const onDemandState = { 0: 'Discard', 1: 'Keep' } as const;
