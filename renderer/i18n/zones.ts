type Choice = { id: string; name: string };

const names = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** Every time zone, to choose from. */
export const zones: readonly Choice[] = names.map((id) => ({ id, name: id.replaceAll('_', ' ') }));

/** The same with a choice of none, which `unset` names. */
export const zoneChoices = (unset: string): Choice[] => [{ id: '', name: unset }, ...zones];
