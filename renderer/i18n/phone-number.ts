/** Known groupings of complete numbers, by country: the digits after the code, and how they are written. */
const groupings: [RegExp, string][] = [
  [/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3'],
  [/^\+44(2\d)(\d{4})(\d{4})$/, '+44 $1 $2 $3'],
  [/^\+44(7\d{3})(\d{3})(\d{3})$/, '+44 $1 $2 $3'],
  [/^\+44(1\d1|11\d|[38]\d{2})(\d{3})(\d{4})$/, '+44 $1 $2 $3'],
  [/^\+49(30|40|69|89)(\d{3,4})(\d{3,4})$/, '+49 $1 $2 $3'],
  [/^\+49(1[567]\d)(\d{3,4})(\d{4})$/, '+49 $1 $2 $3'],
  [/^\+33(\d)(\d{2})(\d{2})(\d{2})(\d{2})$/, '+33 $1 $2 $3 $4 $5'],
  [/^\+34(\d{3})(\d{3})(\d{3})$/, '+34 $1 $2 $3'],
];

/** Groups a number for reading. A number with an unknown grouping, or already grouped, stays as dialled. */
export function phoneText(number: string): string {
  const known = groupings.find(([pattern]) => pattern.test(number));
  return known ? number.replace(known[0], known[1]) : number;
}
