/**
 * A Content-Disposition with the name to save under (RFC 6266), `inline` for what a client may play instead. Old clients
 * get the name with non-ASCII letters replaced, and with the quotes and backslashes that some of them misread.
 */
export function attachment(name: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
