/** DER (ITU-T X.690), as far as PKCS #8 keys with a password need it. */

const tags = { integer: 0x02, octets: 0x04, nothing: 0x05, oid: 0x06, sequence: 0x30 } as const;

/** One element: its tag and its content. */
export type Element = { tag: number; content: Buffer };

function element(tag: number, content: Buffer): Buffer {
  const length = bigEndian(content.length);
  const head = content.length < 0x80 ? [content.length] : [0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function bigEndian(value: number): number[] {
  return value < 0x100 ? [value] : [...bigEndian(Math.floor(value / 0x100)), value % 0x100];
}

export const sequence = (...parts: Buffer[]): Buffer => element(tags.sequence, Buffer.concat(parts));
export const octets = (bytes: Buffer): Buffer => element(tags.octets, bytes);
export const nothing = (): Buffer => element(tags.nothing, Buffer.alloc(0));

/** A whole number from 0. */
export function integer(value: number): Buffer {
  const bytes = bigEndian(value);
  // A leading bit would make it negative.
  return element(tags.integer, Buffer.from((bytes[0] ?? 0) < 0x80 ? bytes : [0, ...bytes]));
}

/** An object identifier, such as `1.2.840.113549.1.5.13`. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part % 0x80];
    for (let left = Math.floor(part / 0x80); left > 0; left = Math.floor(left / 0x80)) {
      digits.unshift(0x80 | (left % 0x80));
    }
    return digits;
  });
  return element(tags.oid, Buffer.from(bytes));
}

/** The elements that follow each other in `bytes`. Throws RangeError when these are not DER. */
export function elementsIn(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, short] = bytes.subarray(at, at + 2);
    if (short === undefined) throw new RangeError('An element ends early.');
    const more = short < 0x80 ? 0 : short & 0x7f;
    if (short === 0x80 || more > 4 || at + 2 + more > bytes.length) throw new RangeError('A length is wrong.');
    const length = more === 0 ? short : bytes.readUIntBE(at + 2, more);
    const start = at + 2 + more;
    if (start + length > bytes.length) throw new RangeError('An element ends early.');
    found.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return found;
}

export const isOctets = ({ tag }: Element): boolean => tag === tags.octets;
export const isSequence = ({ tag }: Element): boolean => tag === tags.sequence;

/** Every whole number in these elements and those inside them; larger ones than fit count as Infinity. */
export function integersIn(elements: Element[]): number[] {
  return elements.flatMap((one) => {
    if (isSequence(one)) return integersIn(elementsIn(one.content));
    if (one.tag !== tags.integer) return [];
    return one.content.length > 6 ? [Number.POSITIVE_INFINITY] : [one.content.readUIntBE(0, one.content.length)];
  });
}
