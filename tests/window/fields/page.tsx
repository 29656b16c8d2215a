/** Every field of the form kit on a form for an operation that is made up. The test builds it and puts it into a window. */
import '@fontsource-variable/inter/opsz.css';
import '../../../renderer/styles/tokens.css';
import '../../../renderer/styles/base.css';
import { operation } from '@shared/contract/operation';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { Locale } from '../../../renderer/app/locale';
import { ManyOf, OneOf, OneOfFew } from '../../../renderer/form/choices';
import { Colour, Day, LongText, OnOff, Password, TextLine, WholeNumber } from '../../../renderer/form/fields';
import { useApiForm } from '../../../renderer/form/use-api-form';
import { setLanguage } from '../../../renderer/i18n/i18n';
import { Button } from '../../../renderer/ui/button';

const create = operation({
  summary: 'Send the fields',
  method: 'post',
  path: '/things.json',
  permission: 'public',
  body: z.strictObject({
    thing: z.strictObject({
      name: z.string().min(1).max(40),
      text: z.string().max(200),
      password: z.string().min(1),
      count: z.int('whole_number').min(0).max(5),
      state: z.enum(['on demand', 'always', 'never']),
      place: z.string().nullable(),
      directions: z.array(z.enum(['in', 'out'])).min(1, 'required'),
      day: z.iso.date('required'),
      is_active: z.boolean(),
      colour: z.string(),
    }),
  }),
  response: z.object({}),
});

const { lang, dataset } = document.documentElement;
/** A word for each label; a long one where the test asks for that. */
const say = (word: string) =>
  dataset.long !== undefined ? `${word}, mit einer Bezeichnung, die länger ist als die Spalte breit` : word;

function Page() {
  const form = useApiForm(create, {
    values: {
      name: '',
      text: '',
      password: '',
      count: null as number | null,
      state: 'always' as 'on demand' | 'always' | 'never',
      place: null as string | null,
      directions: [] as ('in' | 'out')[],
      day: null as string | null,
      is_active: false,
      colour: '#3a84ca',
    },
  });
  const readOnly = dataset.readonly !== undefined;
  const field = <N extends string>(name: N, label: string) => ({
    form,
    name,
    label: say(label),
    readOnly,
  });
  return (
    <form
      onSubmit={form.onSubmit}
      noValidate
      style={{ display: 'grid', gap: 18, padding: 24, maxInlineSize: 684, blockSize: '100vh', overflow: 'auto' }}
    >
      <TextLine {...field('name', 'Name')} hint="As it is shown" />
      <LongText {...field('text', 'Description')} />
      <Password {...field('password', 'Password')} />
      <WholeNumber {...field('count', 'Count')} />
      <OneOfFew {...field('state', 'State')} nameOf={say} />
      <OneOf {...field('place', 'Place')} choices={[null, 'Bath', 'York'].map((id) => ({ id, name: id ?? 'None' }))} />
      <ManyOf
        {...field('directions', 'Directions')}
        nameOf={(option) => say(option === 'in' ? 'Incoming' : 'Outgoing')}
      />
      <Day {...field('day', 'Day')} />
      <OnOff {...field('is_active', 'In use')} hint="People can choose it" />
      <Colour {...field('colour', 'Colour')} />
      <div>
        <Button type="submit" look="ink">
          Save
        </Button>
      </div>
    </form>
  );
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => {
  document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', follow);
follow();
setLanguage(lang === 'de' ? 'de' : 'en');
const root = document.body.appendChild(document.createElement('main'));
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <Locale>
      <Page />
    </Locale>
  </QueryClientProvider>,
);
