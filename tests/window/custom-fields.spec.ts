import type { Page } from '@playwright/test';
import { idIn } from '../support/id-in';
import { ask, expect, expectAccessible, look, picture, signedIn, speak, test } from './launch';

const grid = (page: Page) => page.getByRole('grid', { name: 'Custom fields' });
const row = (page: Page, name: string) => grid(page).getByRole('row').filter({ hasText: name });
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });
const choice = (page: Page, at: number) => page.getByRole('textbox', { name: `Choice ${at}`, exact: true });
const save = (page: Page) => page.keyboard.press('Control+s');

const fields = async (page: Page) => (await ask(page, 'GET', '/api/v2/custom_fields.json')).custom_fields;

test('a field with choices is made, ordered and changed with the keyboard', async ({ earshot }) => {
  await signedIn(earshot);
  const { page } = earshot;
  const { keyboard } = page;
  await page.goto('app://earshot/admin/custom-fields');

  await test.step('choices are typed one after the other, moved and removed', async () => {
    await expect(page.getByRole('heading', { name: 'No custom fields yet' })).toBeVisible();
    await page.getByRole('button', { name: 'Add field' }).press('Enter');
    await nameOf(page).fill('Topic');
    await page.getByRole('radio', { name: 'Text' }).focus();
    await keyboard.press('ArrowRight');
    await save(page);
    await expect(page.getByText('Enter at least one choice')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add a choice' }).press('Enter');
    await expect(choice(page, 1)).toBeFocused();
    await keyboard.type('Billing');
    await keyboard.press('Enter');
    await keyboard.type('Refund');
    await keyboard.press('Enter');
    await keyboard.type('billing');
    await keyboard.press('Alt+ArrowUp');
    await expect(choice(page, 2)).toHaveValue('billing');
    await expect(choice(page, 2)).toBeFocused();
    await expect(preview(page)).toContainText('Refund');
  });

  await test.step('a repeated choice is refused at its row', async () => {
    await choice(page, 2).fill('Billing');
    await save(page);
    await expect(choice(page, 2)).toHaveAttribute('aria-invalid', 'true');
    await expect(choice(page, 2)).toBeFocused();
    await choice(page, 2).fill('Complaint');
    await look(page, 'custom-field');
    await save(page);
    await expect(page.getByText('“Topic” was added')).toBeVisible();
    const [field] = await fields(page);
    expect(field.options).toEqual(['Billing', 'Complaint', 'Refund']);
    const colours = field.fieldset_dropdown_value_settings.options.map(({ color }: { color: string }) => color);
    expect(new Set(colours).size).toBe(3);
  });

  await test.step('fields are moved in the list, by keys and by the grip', async () => {
    for (const name of ['Order no.', 'Promise date'])
      await ask(page, 'POST', '/api/v2/custom_fields.json', { custom_field: { name, type: 'string' } });
    await page.reload();
    await grid(page).press('Home');
    await grid(page).press('Alt+ArrowDown');
    await expect(page.getByText('“Topic” is now number 2')).toBeVisible();
    await expect(grid(page).getByRole('row').nth(2)).toContainText('Topic');
    await expect(grid(page).getByRole('row').nth(2)).toHaveAttribute('aria-selected', 'true');
    // A key that is pressed again before the first move is done moves the same field on.
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect(page.getByText('“Topic” is now number 3')).toBeVisible();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(page.getByText('“Topic” is now number 2')).toBeVisible();
    // The message of the first move may still be shown.
    await expect
      .poll(async () => (await fields(page)).map(({ name }: { name: string }) => name))
      .toEqual(['Order no.', 'Topic', 'Promise date']);
    await expect(grid(page).getByRole('row').nth(3)).toContainText('Promise date');
    const grip = row(page, 'Promise date').locator('[data-grip]');
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move(240, 95, { steps: 4 });
    await page.mouse.up();
    await expect(grid(page).getByRole('row').nth(1)).toContainText('Promise date');
    await expect
      .poll(async () => (await fields(page)).map(({ name }: { name: string }) => name))
      .toEqual(['Promise date', 'Order no.', 'Topic']);
    await look(page, 'custom-fields');
  });
});

test.describe('with calls', () => {
  test.use({ calls: 1 });

  test('a number has thresholds, and a field with values keeps its kind', async ({ earshot }) => {
    await signedIn(earshot);
    const { page } = earshot;
    const { keyboard } = page;
    const made = await ask(page, 'POST', '/api/v2/custom_fields.json', {
      custom_field: { name: 'Satisfaction', type: 'integer', editable: true },
    });
    const field_id = idIn(made.url);

    await test.step('thresholds name and colour the range', async () => {
      await page.goto(`app://earshot/admin/custom-fields/${field_id}`);
      await page.getByRole('textbox', { name: 'Lowest' }).fill('0');
      await page.getByRole('textbox', { name: 'Highest' }).fill('5');
      await page.getByRole('button', { name: 'Add a threshold' }).press('Enter');
      await page.getByRole('textbox', { name: 'Number of threshold 1' }).fill('4');
      await page.getByRole('textbox', { name: 'Name of threshold 1' }).fill('Good');
      await keyboard.press('Enter');
      await page.getByRole('textbox', { name: 'Name of threshold 2' }).fill('Poor');
      await expect(preview(page)).toContainText('Enter a whole number from 0 to 5.');
      await look(page, 'custom-field-number');
      await save(page);
      await expect(page.getByText('“Satisfaction” was saved')).toBeVisible();
      const { custom_field } = await ask(page, 'GET', made.url);
      expect(custom_field.fieldset_integer_value_settings).toMatchObject({
        int_min: 0,
        int_max: 5,
        fieldset_thresholds: { thresholds: [{ op: 'ge', value: 4, label: 'Good' }, { label: 'Poor' }] },
      });
    });

    await test.step('a range that ends before it begins is refused at its field', async () => {
      await page.getByRole('textbox', { name: 'Highest' }).fill('-1');
      await save(page);
      await expect(page.getByRole('textbox', { name: 'Highest' })).toBeFocused();
      await expect(page.getByText('Enter a number of at least 0')).toBeVisible();
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('textbox', { name: 'Highest' })).toHaveValue('5');
    });

    await test.step('with values, neither the kind changes nor is the field deleted', async () => {
      const { calls } = await ask(page, 'GET', '/api/v2/calls.json');
      const values = { call: { custom_fields: [{ field_id, value: '4' }] } };
      await ask(page, 'PUT', `/api/v2/calls/${calls[0].call_id}.json`, values);
      await page.getByRole('radio', { name: 'Date' }).click({ force: true });
      await save(page);
      await expect(
        page.getByText('This is not possible while calls have values in this field', { exact: true }),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.reload();
      const remove = page.getByRole('button', { name: 'Delete…' });
      await expect(remove).toHaveAttribute('aria-disabled', 'true');
      await remove.focus();
      await expect(page.getByRole('tooltip')).toContainText('1 call that you can see has a value in this field.');
    });

    await test.step('German, in the smallest window', async () => {
      await speak(page, 'de');
      await page.setViewportSize({ width: 960, height: 600 });
      await page.goto(`app://earshot/admin/custom-fields/${field_id}`);
      await expect(page.getByRole('textbox', { name: 'Größter Wert' })).toHaveValue('5');
      await expectAccessible(page);
      await picture(page, 'custom-field-german');
    });
  });
});
