import { expect, expectAccessible, look, person, signIn, test } from './launch';
import { anotherPerson } from './people';

test('preferences apply at once, are kept per user, and every shortcut can be changed by the keyboard', async ({
  earshot,
  restart,
}) => {
  const { page } = earshot;
  await signIn(page);
  await page.getByRole('button', { name: new RegExp(`^${person.name}`) }).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  await expect(page.getByRole('heading', { name: 'Preferences', exact: true })).toBeVisible();
  await look(page, 'preferences');

  await test.step('the time zone is that of the user in the API; a refusal is shown at its field', async () => {
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    await page.evaluate(() => {
      const { fetch } = window;
      window.fetch = (input, init) => {
        if (init?.method !== 'PUT') return fetch(input, init);
        window.fetch = fetch;
        const refusal = { error: 'Conflict', explanation: 'The zone is locked.' };
        return Promise.resolve(Response.json(refusal, { status: 409 }));
      };
    });
    await zone.fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await expect(page.getByText('The zone is locked.')).toBeVisible();
    await zone.fill('lisb');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await expect(page.getByText('Time zone saved')).toBeVisible();
    const { user } = await page.evaluate(async () => (await fetch('/api/v2/sessions.json')).json());
    expect(user.timezone).toBe('Europe/Lisbon');
  });

  await test.step('a shortcut is changed; one that is taken is named; a reserved one is refused', async () => {
    const search = page.getByRole('button', { name: /^Change the shortcut of “Search”/ });
    await search.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+c');
    await expect(page.getByText('Earshot or the system needs Ctrl C for something else.')).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect(page.getByText('Ctrl B belongs to “Sidebar”.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use it here' }).press('Enter');
    await expect(search).toBeFocused();
    await expect(search).toHaveAccessibleName(/: Ctrl B$/);
    await page.getByRole('button', { name: 'Reset the shortcut of “Sidebar”' }).press('Enter');
    await expect(search).toHaveAccessibleName(/: None$/);
    await search.press('Enter');
    await page.keyboard.press('Control+j');
    await expect(search).toHaveAccessibleName(/: Ctrl J$/);
  });

  await test.step('player, theme, lock and language', async () => {
    await page.getByRole('button', { name: /Back and forward buttons/ }).click();
    await page.getByRole('option', { name: '30 seconds' }).click();
    await page.getByRole('radio', { name: 'Dark' }).click({ force: true });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: /Lock after inactivity/ }).click();
    await page.getByRole('option', { name: 'Never' }).click();
    await page
      .getByRole('button', { name: /^Language/ })
      .or(page.getByRole('button', { name: /System default/ }))
      .first()
      .click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: 'Einstellungen', exact: true })).toBeVisible();
  });

  const again = (await restart()).page;

  await test.step('after a restart, everything is as it was left', async () => {
    await again.getByLabel('Anmeldename').fill(person.login);
    await again.getByLabel('Passwort', { exact: true }).fill(person.password);
    await again.getByRole('button', { name: 'Anmelden' }).click();
    await expect(again.getByRole('heading', { name: 'Einstellungen', exact: true })).toBeVisible();
    await expect(again.getByRole('button', { name: /Schaltflächen „zurück“ und „vor“/ })).toContainText('30 Sekunden');
    await again.keyboard.press('Control+1');
    await expect(again.getByRole('button', { name: '30 Sekunden zurück' })).toBeVisible();
    await expect(again.getByRole('searchbox')).toBeVisible();
    await again.keyboard.press('Control+j');
    await expect(again.getByRole('searchbox')).toBeFocused();
  });

  await test.step('another user reads the sign-in page in the language of the last one, and then has preferences of their own', async () => {
    const ines = await anotherPerson(earshot.dataFolder);
    const leave = async (name: string) => {
      await again.getByRole('button', { name: new RegExp(`^${name}`) }).click();
      await again.getByRole('menuitem', { name: /Abmelden|Sign out/ }).click();
    };
    const enter = async ({ login, password }: typeof ines) => {
      await again.getByLabel(/Anmeldename|Login/).fill(login);
      await again.getByLabel(/^(Passwort|Password)$/).fill(password);
      await again.getByRole('button', { name: /Anmelden|Sign in/ }).click();
      await again.getByRole('button', { name: /^(Marta|Ines)/ }).click();
      await again.getByRole('menuitem', { name: /Einstellungen|Preferences/ }).click();
    };
    await leave(person.name);
    await expect(again.getByRole('button', { name: 'Anmelden' })).toBeVisible();
    await enter(ines);
    await expect(again.getByRole('button', { name: /Lock after inactivity/ })).toContainText('15 minutes');
    await leave(ines.name);
    await enter(person);
    await expect(again.getByRole('button', { name: /Bei Inaktivität sperren nach/ })).toContainText('Nie');
    await again.getByRole('button', { name: /^(Sprache|Deutsch)/ }).click();
    await again.getByRole('option', { name: 'English' }).click();
    await expect(again.getByRole('button', { name: /Lock after inactivity/ })).toContainText('Never');
  });
});
