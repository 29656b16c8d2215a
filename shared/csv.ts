/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula is written with an apostrophe.
 * Nested values are JSON.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const plain = withApostrophes(typeof value === 'string' ? value : JSON.stringify(value));
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const sign = '[=+\\-@＝＋－＠]';
const formula = new RegExp(`(^|[;\\r\\n])([ \\t]*)(?='*${sign})`, 'g');
const formulaWritten = new RegExp(`(^|[;\\r\\n])([ \\t]*)'(?='*${sign})`, 'g');

/**
 * A text with an apostrophe wherever a spreadsheet could begin a cell with a formula: at the start, and also inside. In
 * countries with a comma in numbers, Excel divides lines at semicolons, and takes a quote in the middle of one for a letter,
 * so that line breaks divide too. An apostrophe that is there already gets another one, so that both can be told apart.
 */
const withApostrophes = (text: string): string => text.replace(formula, "$1$2'").replace(/^(?='*[\t\r\n])/, "'");

/** The text of a cell that was written with such apostrophes. */
export const withoutApostrophes = (cell: string): string =>
  cell.replace(/^'(?='*[\t\r\n])/, '').replace(formulaWritten, '$1$2');
