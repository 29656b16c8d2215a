/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula begins with an apostrophe. Nested
 * values are JSON.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Whether a spreadsheet would take a text for a formula. */
export const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text);
