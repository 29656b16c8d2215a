/** The evaluations that a figure of a report counts: what the figure is called, and the parameters that find them. */
export type Counted = { of: string; parameters: Readonly<Record<string, string>> };

/** The report that led to a list. */
export type FromReport = { report_id: string; name: string };

const ofReport = ['report', 'report_name'] as const;
const own = ['show', 'search', 'counted', 'by', 'sort', ...ofReport];

/** Adds the report that leads to an address. */
export function withReport(address: string, { report_id, name }: FromReport): string {
  return `${address}&${new URLSearchParams({ report: report_id, report_name: name })}`;
}

/** The report that led to an address; null for another way. */
export function reportIn(params: URLSearchParams): FromReport | null {
  const [report_id, name] = ofReport.map((parameter) => params.get(parameter));
  return report_id && name ? { report_id, name } : null;
}

/** Removes the report that led to a list, which is no longer the one of its figure. */
export function forgetReport(params: URLSearchParams): void {
  for (const name of ofReport) params.delete(name);
}

/** Counted evaluations as the address of their list. */
export const countedAddress = ({ of, parameters }: Counted): string =>
  `/evaluations?${new URLSearchParams({ show: 'completed', counted: of, ...parameters })}`;

/** The counted evaluations in an address; null for a list of all. */
export function countedIn(params: URLSearchParams): Counted | null {
  const of = params.get('counted');
  if (of === null) return null;
  return { of, parameters: Object.fromEntries([...params].filter(([name]) => !own.includes(name))) };
}

/** Removes counted evaluations from an address. */
export function forgetCounted(params: URLSearchParams): void {
  for (const name of Object.keys(countedIn(params)?.parameters ?? {})) params.delete(name);
  params.delete('counted');
  forgetReport(params);
}
