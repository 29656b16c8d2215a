import { dirname, join } from 'node:path';
import type { KeptPreset } from '../../presets';
import { legOf, readFileName } from '../metadata/file-name';
import type { CallRecord } from '../metadata/record';
import { type NameContext, type NameReading, type NameRules, nameRules, readByRules } from './names';

/** The presets that names may be read by, as they are when an import begins. */
export type NamePresets = {
  /** The one that was named or recognised. */
  preset: KeptPreset | null;
  /** The built-in ones, which read a name that fits none of its patterns. */
  builtins: readonly KeptPreset[];
};

/** What a recording's name says. `stem` is the same in the names of the two sides of a call. */
export type Named = {
  record: CallRecord;
  pattern: string | null;
  isDay: boolean;
  side: 'agent' | 'customer' | undefined;
  stem: string | undefined;
};

/**
 * Reads names of recordings by their paths: by the preset, by the one built-in preset that fits, or else only a date and time
 * and the forms that most phone systems write.
 */
export function nameReader(
  { preset, builtins }: NamePresets,
  context: NameContext,
): (path: string, name: string) => Named {
  const own = preset && ruled(preset, context);
  const others = builtins.filter(({ key }) => key !== preset?.key || key === null).map((one) => ruled(one, context));
  const byRules = (path: string): NameReading | undefined => {
    const reading = own && readByRules(own.rules, path, own.context);
    if (reading) return reading;
    const fitting = others.flatMap((one) => readByRules(one.rules, path, one.context) ?? []);
    return fitting.length === 1 ? fitting[0] : undefined;
  };
  return (path, name) => {
    const leg = legOf(name);
    const reading = (leg && byRules(join(dirname(path), `${leg.stem}.wav`))) ?? byRules(path);
    if (reading?.leg)
      return {
        ...reading,
        side: reading.leg.side,
        stem: `values ${dirname(path)} ${reading.leg.pair} ${keyOf(reading.record)}`,
      };
    const { record, pattern, isDay } = reading ?? {
      record: readFileName(leg?.stem ?? name, context.timezone),
      pattern: null,
      isDay: false,
    };
    return { record, pattern, isDay, side: leg?.side, stem: leg && `stem ${dirname(path)} ${leg.pair} ${leg.stem}` };
  };
}

/** All that a name or a record says but the side of its recording, which the other side says too. */
export const keyOf = ({ setup_time, fields, categories, custom_fields }: CallRecord): string =>
  JSON.stringify([setup_time, fields, categories, custom_fields]);

/** A preset's own zone goes before that of the import. */
const ruled = (preset: KeptPreset, context: NameContext): { rules: NameRules; context: NameContext } => ({
  rules: nameRules(preset),
  context: { ...context, timezone: preset.timezone ?? context.timezone },
});

const looked = 50;
const enough = 0.6;

/** A preset, and how many of the names that were looked at it reads. */
export type Fitting = { preset: KeptPreset; fits: number; of: number };

/** How many of the first names, in path order, a preset reads; `literal`: how much its patterns say. */
export function fitOf(preset: KeptPreset, paths: readonly string[]): Fitting & { literal: number } {
  const some = [...paths].sort().slice(0, looked);
  const context = { timezone: 'UTC', extensions: new Set<string>() };
  const rules = nameRules(preset);
  const readings = some.flatMap((path) => readByRules(rules, path, context) ?? []);
  const literal = Math.max(0, ...readings.map(({ pattern }) => pattern.replace(/\{[^}]*\}|[<>*\\]/g, '').length));
  return { preset, fits: readings.length, of: some.length, literal };
}

/**
 * The presets that read most of the first names, in path order, best first: a site's own before the built-in ones, then those
 * that read more, then those whose patterns say more.
 */
export function recognised(presets: readonly KeptPreset[], paths: readonly string[]): Fitting[] {
  return presets
    .map((preset) => fitOf(preset, paths))
    .filter((one) => one.fits > 0 && one.fits >= enough * one.of)
    .sort(
      (a, b) => Number(a.preset.is_builtin) - Number(b.preset.is_builtin) || b.fits - a.fits || b.literal - a.literal,
    );
}
