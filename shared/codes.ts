/** The integer codes of calls and their labels, shared by the service, the window and the OpenAPI text. */
export const CallState = {
  unknown: 0,
  initiated: 1,
  accepted: 2,
  alerting: 3,
  connected: 4,
  disconnecting: 5,
  disconnected: 6,
  onHold: 7,
  transferred: 8,
} as const;
export const callStateLabels = {
  [CallState.unknown]: 'Unknown',
  [CallState.initiated]: 'Initiated',
  [CallState.accepted]: 'Accepted',
  [CallState.alerting]: 'Alerting',
  [CallState.connected]: 'Connected',
  [CallState.disconnecting]: 'Disconnecting',
  [CallState.disconnected]: 'Disconnected',
  [CallState.onHold]: 'On hold',
  [CallState.transferred]: 'Transferred',
} as const;

export const CallDirection = { unknown: 0, outbound: 1, inbound: 2 } as const;
export const callDirectionLabels = {
  [CallDirection.unknown]: 'Unknown',
  [CallDirection.outbound]: 'Outbound',
  [CallDirection.inbound]: 'Inbound',
} as const;

export const PartyDirection = { unknown: 0, caller: 1, called: 2 } as const;
export const partyDirectionLabels = {
  [PartyDirection.unknown]: 'Unknown',
  [PartyDirection.caller]: 'Caller',
  [PartyDirection.called]: 'Called',
} as const;

export const PartyType = { unknown: 0, agent: 1, gateway: 2, conferenceBridge: 3 } as const;
export const partyTypeLabels = {
  [PartyType.unknown]: 'Unknown',
  [PartyType.agent]: 'Agent',
  [PartyType.gateway]: 'Gateway',
  [PartyType.conferenceBridge]: 'Conference bridge',
} as const;

export const RecordState = { notRecorded: 0, recording: 1, paused: 2, finished: 3, failed: 4 } as const;
export type RecordState = (typeof RecordState)[keyof typeof RecordState];
export const recordStateLabels = {
  [RecordState.notRecorded]: 'Not recorded',
  [RecordState.recording]: 'Recording',
  [RecordState.paused]: 'Paused',
  [RecordState.finished]: 'Finished',
  [RecordState.failed]: 'Failed',
} as const;

export const voipProtocolLabels = {
  0: 'Unknown',
  1: 'SIP',
  2: 'Skinny',
  3: 'H.323',
  4: 'MGCP',
  5: 'SIPREC',
  99: 'Other',
} as const;
export const onDemandStateLabels = { 0: 'Discard', 1: 'Keep' } as const;
