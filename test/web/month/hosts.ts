import type { Month } from './month.testing.ts';

/** Hosts, and jobs over them. */
export function testHosts(month: Month): void {
  month.task('hosts that need security patches are found', { most: 1, from: () => '/' }, async (me) => {
    await me.press(me.page.getByRole('link', { name: /hosts? missing security patches/ }));
    await me.page
      .getByText(/hosts found/)
      .first()
      .waitFor();
    await me.page.getByRole('grid', { name: 'Hosts' }).getByText('Critical').first().waitFor();
  });

  month.task('one host is read', { most: 1 }, async (me) => {
    const { page } = me;
    await me.go('Hosts');
    await me.openRow(page.getByRole('grid', { name: 'Hosts' }), 'app1.example.org');
    await page.getByRole('link', { name: '7 pending patches' }).waitFor();
    await page.getByRole('link', { name: 'CVE-2024-6387' }).first().waitFor();
    await page.getByText('Patch night, everything else').waitFor();
  });

  month.task('a job over ten hosts is planned', { most: 4 }, async (me) => {
    const { page } = me;
    await me.go('Hosts');
    const grid = page.getByRole('grid', { name: 'Hosts' });
    await grid.getByText('app12.example.org').waitFor();
    await me.selectRows(grid, 10);
    await me.press(
      page.getByRole('group', { name: 'Selected hosts' }).getByRole('button', { name: 'New job' }),
    );
    await page.getByText('Selected: 10 hosts').waitFor();
    await me.press(page.getByRole('button', { name: 'Plan for 10 hosts' }));
    await page.getByText('10 hosts planned').waitFor();
  });

  month.task(
    'a plan is approved, and its run followed',
    { most: 1, from: () => `/jobs/${month.demo.jobs.plan}` },
    async (me) => {
      const { page } = me;
      await page.getByRole('heading', { level: 1, name: 'Patch night, everything else' }).waitFor();
      await me.press(page.getByRole('button', { name: 'Approve and run on 7 hosts' }));
      await page.getByText('from plan').waitFor();
      await page.getByRole('grid', { name: 'Hosts of the job' }).getByText('app1.example.org').waitFor();
    },
  );

  month.task('the log of a failure is read', { most: 2, from: () => '/' }, async (me) => {
    const { page } = me;
    await me.press(page.getByRole('link', { name: 'All patches, databases' }).first());
    await me.press(page.getByRole('link', { name: 'Find the cause in the log' }));
    await page.getByText('Errors were encountered').first().waitFor();
  });

  month.task(
    'what failed is tried again',
    { most: 2, from: () => `/jobs/${month.demo.jobs.partial}` },
    async (me) => {
      const { page } = me;
      await me.press(page.getByRole('button', { name: 'Retry failed' }));
      await me.press(page.locator('fm-confirm').getByRole('button', { name: /^Retry/ }));
      await page.locator('fm-confirm').waitFor({ state: 'detached' });
    },
  );

  month.task(
    'a job is rolled back',
    { most: 2, from: () => `/jobs/${month.demo.jobs.completed}` },
    async (me) => {
      const { page } = me;
      await me.press(page.getByRole('button', { name: 'Roll back' }));
      await me.press(page.locator('fm-confirm').getByRole('button', { name: /^Roll back/ }));
      await page.waitForURL((url) => !url.pathname.endsWith(month.demo.jobs.completed));
    },
  );

  month.task('a group is made by a rule', { most: 5 }, async (me) => {
    const { page } = me;
    await me.go('Groups');
    await me.press(page.getByRole('link', { name: 'New group' }));
    await me.choose(page.getByLabel('Field of condition 1'), 'Name');
    await me.choose(page.getByLabel('Comparison of condition 1'), 'starts with');
    await me.fill(page.getByLabel('Value of condition 1'), 'queue');
    await page.getByText('10 hosts would be in the group').first().waitFor();
    await me.press(page.getByRole('button', { name: 'Create group' }));
    await page.getByRole('heading', { level: 1, name: 'Name starts with queue' }).waitFor();
  });

  month.task('a job over a group is planned', { most: 2, from: () => '/groups' }, async (me) => {
    const { page } = me;
    await page.getByRole('link', { name: 'Name starts with queue' }).first().waitFor();
    await me.go('Name starts with queue');
    await me.press(page.getByRole('link', { name: 'New job' }));
    await me.press(page.getByRole('button', { name: 'Plan for 10 hosts' }));
    await page.getByText('10 hosts planned').waitFor();
  });

  month.task('a view of hosts is saved and opened again', { most: 3, from: () => '/' }, async (me) => {
    const { page } = me;
    await me.press(page.getByRole('link', { name: /hosts? need a reboot/ }));
    await page.getByRole('button', { name: /^Remove filter/ }).waitFor();
    // Which hosts it shows was another task.
    me.steps = 0;
    await me.pick(page.getByRole('button', { name: 'Views' }), 'Save view');
    await me.press(page.getByRole('button', { name: /^Save/ }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  month.task('the packages of two hosts are compared', { most: 3 }, async (me) => {
    const { page } = me;
    await me.go('Hosts');
    const grid = page.getByRole('grid', { name: 'Hosts' });
    await grid.getByText('app10.example.org').waitFor();
    await me.selectRows(grid, 2);
    await me.press(
      page.getByRole('group', { name: 'Selected hosts' }).getByRole('link', { name: /^Compare/ }),
    );
    await page
      .getByText(/differences?\. /)
      .first()
      .waitFor();
  });
}
