import type { Month } from './month.testing.ts';

/** When work may happen, and what is looked at before and after it. */
export function testCalendar(month: Month): void {
  month.task('a maintenance window is made', { most: 3 }, async (me) => {
    const { page } = me;
    await me.go('Calendar');
    await me.press(page.getByRole('button', { name: 'New window' }));
    await me.choose(page.getByLabel('For', { exact: true }), 'The group Build and files');
    await me.press(page.getByRole('button', { name: 'Add window' }));
    await page
      .getByRole('heading', { name: /second Tuesday/ })
      .first()
      .waitFor();
  });

  month.task('a freeze is made', { most: 3 }, async (me) => {
    const { page } = me;
    await me.go('Calendar');
    await me.press(page.getByRole('button', { name: 'New freeze' }));
    await me.press(page.getByRole('button', { name: 'Turn of the year' }));
    await me.press(page.getByRole('button', { name: 'Add freeze' }));
    await page
      .getByText(/^Freeze, 23 Dec/)
      .first()
      .waitFor();
  });

  month.task('a policy in waves is made, three days after the second Tuesday', { most: 5 }, async (me) => {
    const { page } = me;
    await me.go('Policies');
    await me.press(page.getByRole('link', { name: 'New policy' }));
    await me.press(page.getByRole('checkbox', { name: 'Databases' }));
    await me.fill(page.getByLabel('Offset in days'), '3');
    await me.press(page.getByLabel('Canary: 1 host, 10 %, rest'));
    await me.press(page.getByRole('button', { name: 'Create policy' }));
    await page.getByRole('heading', { level: 1, name: 'second Tuesday + 3 days' }).waitFor();
  });

  month.task('a health check is added to all hosts of a group', { most: 4 }, async (me) => {
    const { page } = me;
    await me.go('Health checks');
    await me.press(page.getByRole('button', { name: 'Add check to a group' }));
    const dialog = page.getByRole('dialog', { name: 'Add check' });
    await me.choose(page.getByLabel('Group (required)'), 'Web');
    await me.fill(page.getByLabel('Service (required)'), 'nginx');
    await me.press(page.getByRole('button', { name: 'Save', exact: true }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('nginx').first().waitFor();
  });
}
