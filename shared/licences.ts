/** The licences of a user, by the names that they have in `fieldset_licensing`. */
export const licenceNames = [
  'recording_seat',
  'screen_recording_seat',
  'monitoring_seat',
  'evaluation_seat',
  'speech_analytics',
] as const;
export type LicenceName = (typeof licenceNames)[number];
