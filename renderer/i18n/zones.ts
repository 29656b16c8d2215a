const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')];

/** Every time zone, to choose from; `unset` names the choice of none. */
export const zoneChoices = (unset: string): { id: string; name: string }[] => [
  { id: '', name: unset },
  ...zones.map((zone) => ({ id: zone, name: zone.replaceAll('_', ' ') })),
];
