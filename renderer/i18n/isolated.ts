const [begin, end] = ['\u2068', '\u2069'];
/** Letters that are written from right to left, and characters that change the direction of what follows. */
const directed =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u;

/** A text as part of a sentence, whose direction it does not change: within its own isolate, which it cannot end. */
export function isolated(text: string): string {
  if (!directed.test(text)) return text;
  let open = 0;
  const closed = text.replace(/[\u2066-\u2069]/g, (mark) => {
    if (mark !== end) open++;
    else if (open === 0) return '';
    else open--;
    return mark;
  });
  return begin + closed + end.repeat(open) + end;
}
