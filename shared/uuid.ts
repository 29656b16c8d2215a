/** The form of a UUID in lower case, of any version, as part of a regular expression. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const nilOrMax = /^(?:0{8}(?:-0{4}){3}-0{12}|f{8}(?:-f{4}){3}-f{12})$/i;

/** Whether a text is a UUID (RFC 9562, sections 4 and 5), in either case. */
export const isUuid = (text: string): boolean => uuid.test(text) || nilOrMax.test(text);
