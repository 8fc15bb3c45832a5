import type { Page } from '#test/support/browser.ts';

/** A table with ten thousand hosts, and `heard` with its events; both are on `globalThis`. */
export const CODE = `
  import '/web/components/fm-table/fm-table.ts';
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: 'h' + index, name: 'host-' + index, os: 'Debian 12' }));
  const table = Object.assign(document.createElement('fm-table'), {
    label: 'Hosts', rows, selected: new Set(), total: rows.length,
    columns: [
      { key: 'name', header: 'Name', render: (row) => row.name, isSortable: true },
      { key: 'os', header: 'System', render: (row) => row.os, minRem: 20, priority: 3 },
    ],
    sort: { key: 'name', direction: 'ascending' },
  });
  globalThis.heard = [];
  table.addEventListener('fm-select', ({ detail }) => { table.selected = detail; });
  table.addEventListener('fm-open', ({ detail }) => globalThis.heard.push('open ' + detail.id));
  table.addEventListener('fm-sort', ({ detail }) => globalThis.heard.push('sort ' + detail));
  Object.assign(globalThis, { table });
  main.append(table);`;

export const renderedRows = (page: Page): Promise<number> => page.locator('fm-table [role=row]').count();
export const activeRow = (page: Page): Promise<string> =>
  page.getByRole('grid').evaluate((grid) => {
    const id = grid.getAttribute('aria-activedescendant') ?? '';
    return (
      (grid.getRootNode() as ShadowRoot).getElementById(id)?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''
    );
  });

export const headers = (page: Page): Promise<string[]> =>
  page
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? '').filter(Boolean));

/** A named table with three hundred of five hundred hosts; one of them has a name like a formula. */
export const NAMED =
  CODE +
  `
  table.rows = rows.slice(0, 300).map((row, index) => index === 0 ? { ...row, name: '=HYPERLINK("x")', os: 'a, "b"' } : row);
  table.columns = [...table.columns, { key: 'address', header: 'Address', isExtra: true, minRem: 8, render: (row) => row.id }];
  table.total = 500;
  table.name = 'hosts';`;
