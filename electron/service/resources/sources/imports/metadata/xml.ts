import { isObject } from '@shared/json-path';
import { reason } from '@shared/reasons/reasons';
import { XMLParser } from 'fast-xml-parser';
import { invalid } from '../../../../refusal';

const deepest = 100;
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: true,
  htmlEntities: false,
});
const ownEntity = /&(?!(?:amp|lt|gt|quot|apos);)[a-z_][\w.-]*;/i;

/**
 * The root element of an XML file as an object: its elements and `@` attributes as properties, those that are there several
 * times as lists. Refused as `xml_unsafe` with a document type or entities of its own.
 */
export function parseXml(text: string): unknown {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text) || ownEntity.test(text)) throw invalid({}, reason('xml_unsafe'));
  mustBeShallow(text);
  let file: unknown;
  try {
    file = parser.parse(withCharacters(text), true);
  } catch {
    throw invalid({}, reason('records_not_xml'));
  }
  const [root] = isObject(file) ? Object.values(file) : [];
  if (!isObject(root)) throw invalid({}, reason('records_no_property'));
  return root;
}

function mustBeShallow(text: string): void {
  let depth = 0;
  for (const [, close, open] of text.matchAll(/<(\/)?[a-z_](?:[^<>]*[^<>/])?(\/)?>/gi)) {
    if (close) depth -= 1;
    else if (!open) depth += 1;
    if (depth > deepest) throw invalid({}, reason('records_not_xml'));
  }
}

/** The text with its numbered characters as such, except those that would be markup. */
const withCharacters = (text: string): string =>
  text.replace(/&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi, (all, decimal, hexadecimal) => {
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return code > 0x3e && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
