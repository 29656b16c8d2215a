import type { ExportedForm } from '../contract/evaluation-forms';

type Section = ExportedForm['sections'][number];
type Question = Section['questions'][number];

const base = {
  description: '',
  weight: 1,
  allow_na: false,
  options: [],
  key: null,
  show_if: null,
  is_scored: true,
  moment_required: false,
  comment_below: null,
};
const plain = { fails_form: false, fails_section: false, comment_required: false };

const yesNo = (title: string, max_points: number, more: Partial<Question> & { noFails?: boolean } = {}): Question => {
  const { noFails = false, ...rest } = more;
  const options = [
    { ...plain, label: 'yes', points: max_points },
    { ...plain, label: 'no', points: 0, fails_form: noFails },
  ];
  return { ...base, title, type: 'yes_no', max_points, options, ...rest };
};
const scale = (title: string, max_points: number, more: Partial<Question> = {}): Question => ({
  ...base,
  title,
  type: 'numeric',
  max_points,
  ...more,
});
const choice = (title: string, answers: Record<string, number>, more: Partial<Question> = {}): Question => ({
  ...base,
  title,
  type: 'choice',
  max_points: Math.max(...Object.values(answers)),
  options: Object.entries(answers).map(([label, points]) => ({ ...plain, label, points })),
  ...more,
});
const remark = (title: string): Question => ({ ...base, title, type: 'text', max_points: 0 });

const section = (title: string, weight: number, questions: Question[]): Omit<Section, 'order'> => ({
  title,
  description: '',
  weight,
  pass_threshold: null,
  questions,
});

const form = (
  name: string,
  description: string,
  pass_threshold: number,
  sections: Omit<Section, 'order'>[],
): ExportedForm => ({
  name,
  description,
  type: 'manual',
  is_active: true,
  pass_threshold,
  sections: sections.map((one, at) => ({ ...one, order: at + 1 })),
});

/** Ready forms to start from: one for service calls, one for sales calls. */
export const exampleForms: Record<'en' | 'de', readonly [service: ExportedForm, sales: ExportedForm]> = {
  en: [
    form('Service call', 'For calls of customers who need something solved', 80, [
      section('Opening', 1, [
        yesNo('Greets the caller and gives own name', 5),
        yesNo('Checks who is calling first', 5, {
          noFails: true,
          description: 'Before anything about the account is said.',
        }),
      ]),
      section('Listening', 2, [
        scale('Lets the caller finish', 5, { allow_na: true }),
        scale('Stays calm and friendly', 5),
        scale('Says the problem back in own words', 5, {
          allow_na: true,
          description: '5 names the problem and its cause, 3 the problem only.',
        }),
      ]),
      section('Resolution', 2, [
        choice('The answer is right and complete', { 'Right and complete': 10, 'Right, with gaps': 6, Wrong: 0 }),
        yesNo('Says what happens next, and when', 5, { allow_na: true }),
        remark('What the agent should try next time'),
      ]),
    ]),
    form('Sales call', 'For offers and renewals', 70, [
      section('Need', 1, [scale('Asks what the customer needs', 5), yesNo('Sums up before the offer', 5)]),
      section('Offer', 2, [
        scale('The offer fits the need', 10),
        choice(
          'Price is given',
          { 'With all costs': 5, 'Without extra costs': 2, 'Not at all': 0 },
          { allow_na: true },
        ),
        yesNo('Makes no promise that cannot be kept', 5, { noFails: true }),
      ]),
      section('Close', 1, [yesNo('Agrees on a next step', 5), remark('Objections of the customer')]),
    ]),
  ],
  de: [
    form('Servicegespräch', 'Für Anrufe mit einem Anliegen, das zu lösen ist', 80, [
      section('Begrüßung', 1, [
        yesNo('Begrüßt und nennt den eigenen Namen', 5),
        yesNo('Prüft zuerst, wer anruft', 5, {
          noFails: true,
          description: 'Bevor etwas über das Kundenkonto gesagt wird.',
        }),
      ]),
      section('Zuhören', 2, [
        scale('Lässt ausreden', 5, { allow_na: true }),
        scale('Bleibt ruhig und freundlich', 5),
        scale('Fasst das Anliegen in eigenen Worten zusammen', 5, {
          allow_na: true,
          description: '5 nennt das Anliegen und die Ursache, 3 nur das Anliegen.',
        }),
      ]),
      section('Lösung', 2, [
        choice('Die Auskunft ist richtig und vollständig', {
          'Richtig und vollständig': 10,
          'Richtig, mit Lücken': 6,
          Falsch: 0,
        }),
        yesNo('Sagt, was wann als Nächstes geschieht', 5, { allow_na: true }),
        remark('Was beim nächsten Mal besser gehen kann'),
      ]),
    ]),
    form('Verkaufsgespräch', 'Für Angebote und Verlängerungen', 70, [
      section('Bedarf', 1, [scale('Fragt nach dem Bedarf', 5), yesNo('Fasst vor dem Angebot zusammen', 5)]),
      section('Angebot', 2, [
        scale('Das Angebot passt zum Bedarf', 10),
        choice('Nennt den Preis', { 'Mit allen Kosten': 5, 'Ohne Nebenkosten': 2, 'Gar nicht': 0 }, { allow_na: true }),
        yesNo('Verspricht nichts, was nicht zu halten ist', 5, { noFails: true }),
      ]),
      section('Abschluss', 1, [
        yesNo('Vereinbart den nächsten Schritt', 5),
        remark('Einwände der Kundin oder des Kunden'),
      ]),
    ]),
  ],
};
