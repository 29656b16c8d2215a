import { tones } from '../support/tones';
import { expect, signedIn, test } from './launch';
import { bringIn, Deck, expectHeard, listenTo } from './player';

test('the two legs of a call play together, each from its own start', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const heard = await listenTo(page);
  const deck = new Deck(page);
  const leg = { direction: 'inbound', from_name: 'Maria Lopez', to_name: 'Chris Lang', protocol_call_id: 'one call' };
  await bringIn(earshot, {
    'call_agent.wav': tones([400], { seconds: 40 }),
    'call_customer.wav': tones([800], { seconds: 20, sample_rate: 16_000 }),
    'calls.json': JSON.stringify([
      { ...leg, file: 'call_agent.wav', setup_time: '2026-11-20T14:00:00Z' },
      { ...leg, file: 'call_customer.wav', setup_time: '2026-11-20T14:00:20Z' },
    ]),
  });

  await page.getByRole('row').filter({ hasText: 'Maria Lopez' }).dblclick();
  await expectHeard(heard, { left: 400, right: 400 });
  await expect(deck.notice).toBeHidden();
  expect((await deck.clock()).of).toBe(40);

  // From its 20th second on, the call has both legs, and each is heard alone.
  await deck.goTo(0.6);
  await deck.press('c');
  await expectHeard(heard, { left: 800, right: 800 });
  await deck.press('a');
  await expectHeard(heard, { left: 400, right: 400 });

  await deck.press('End');
  await expect(deck.button('Play')).toBeVisible();
  expect(await deck.clock()).toEqual({ at: 40, of: 40 });
  await expectHeard(heard, { left: null, right: null });
});
