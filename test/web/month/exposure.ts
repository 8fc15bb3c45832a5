import type { Month } from './month.testing.ts';

/** What is open, what comes first, and the evidence of it. */
export function testExposure(month: Month): void {
  month.task('what to patch first is told', { most: 1, from: () => '/' }, async (me) => {
    const { page } = me;
    await me.press(page.getByRole('link', { name: 'Patch priorities' }).last());
    await page
      .getByRole('button', { name: /^Patch on \d+ hosts/ })
      .first()
      .waitFor();
  });

  month.task('an exception is granted', { most: 3 }, async (me) => {
    const { page } = me;
    await me.go('Exceptions');
    await me.press(page.getByRole('link', { name: 'Add exception for postgresql-17 on db1.example.org' }));
    const dialog = page.getByRole('dialog');
    await me.fill(
      page.getByRole('textbox', { name: 'Reason' }),
      'No access from outside until the move is over.',
    );
    await me.press(page.getByRole('button', { name: 'Add exception' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('No access from outside until the move is over.').first().waitFor();
  });

  month.task('a report is read', { most: 1 }, async (me) => {
    const { page } = me;
    await me.go('Reports');
    await me.press(page.getByRole('button', { name: 'Preview' }));
    await page.getByRole('heading', { name: 'Hosts by compliance status' }).waitFor();
  });

  month.task('a report is scheduled', { most: 3 }, async (me) => {
    const { page } = me;
    await me.go('Reports');
    await me.press(page.getByRole('link', { name: 'Repeat monthly' }));
    const form = page.getByRole('form', { name: 'New schedule' });
    await me.fill(form.getByRole('textbox', { name: /^Mail addresses/ }), 'audit@example.org');
    await me.press(form.getByRole('button', { name: 'Save schedule' }));
    await page
      .getByText(/^Schedule .* saved\.$/)
      .first()
      .waitFor();
  });

  month.task('the audit log is searched', { most: 1 }, async (me) => {
    const { page } = me;
    await me.go('Audit log');
    await me.choose(page.getByRole('combobox', { name: 'Action' }), 'Policy created');
    await page.getByRole('grid', { name: 'Audit log' }).getByText('Policy created').first().waitFor();
  });

  month.task('scores and known exploited CVEs are imported', { most: 4 }, async (me) => {
    const { page } = me;
    await me.go('Vulnerability feeds');
    for (const kind of ['CISA KEV', 'EPSS']) {
      const set = page.locator('fm-data-set').filter({ hasText: kind });
      await me.attach(set.getByLabel('File'), kind, FILES[kind] ?? '');
      await me.press(set.getByRole('button', { name: `Import ${kind}` }));
      await set.getByText(`${kind} imported: `).waitFor();
    }
  });
}

const today = new Date().toISOString().slice(0, 10);
const SCORES = Array.from({ length: 40 }, (_, at) => `CVE-2024-${6_387 + at},0.91,0.99`).join('\n');
const FILES: Record<string, string> = {
  'CISA KEV': JSON.stringify({
    title: 'CISA Catalog',
    catalogVersion: today.replaceAll('-', '.'),
    count: 1,
    dateReleased: `${today}T23:59:59.000Z`,
    vulnerabilities: [{ cveID: 'CVE-2024-6387', dateAdded: '2026-01-02', dueDate: '2026-01-23' }],
  }),
  EPSS: `#model_version:v2025.03.14,score_date:${today}T23:59:59Z\ncve,epss,percentile\n${SCORES}\n`,
};
