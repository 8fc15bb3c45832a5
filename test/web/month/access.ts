import type { Month } from './month.testing.ts';

/** Who comes in: hosts, people and their networks. */
export function testAccess(month: Month): void {
  month.task(
    'a token for new hosts is made',
    { most: 2, from: () => '/enrollments?tab=tokens' },
    async (me) => {
      const { page } = me;
      await me.fill(page.getByRole('spinbutton', { name: 'Hosts' }), '185');
      await me.press(page.getByRole('button', { name: 'Create token' }));
      await page.getByText('185 hosts', { exact: false }).first().waitFor();
    },
  );

  month.task('a host is let in', { most: 1 }, async (me) => {
    const { page } = me;
    await me.go('Enrollments');
    await me.press(page.getByRole('button', { name: 'Approve: edge1.example.org' }));
    await page.getByRole('link', { name: 'Open edge1.example.org' }).waitFor();
  });

  month.task('a user who sees one group is made', { most: 5 }, async (me) => {
    const { page } = me;
    await me.go('Users');
    await me.press(page.getByRole('link', { name: /user$/ }).first());
    await me.fill(page.getByLabel('User name'), 'olga');
    await me.press(page.getByLabel('Only hosts of these groups'));
    await me.press(page.getByRole('checkbox', { name: 'Databases' }));
    await me.press(page.getByRole('button', { name: 'Create user and copy password' }));
    await page.getByText('olga').first().waitFor();
  });

  month.task('the networks of callers are listed', { most: 2 }, async (me) => {
    const { page } = me;
    await me.go('Allow-list');
    await me.fill(page.getByLabel('Networks'), '127.0.0.1\n10.0.0.0/8');
    await me.press(page.getByRole('button', { name: 'Allow only these networks' }));
    await page.getByText('Saved: 2 networks allowed.').first().waitFor();
  });
}
