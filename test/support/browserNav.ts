import type { Locator } from 'playwright-core';
import { findPages } from '../../scripts/demo/pages.ts';
import { SECTION_TEXTS } from '../../web/shell/texts.ts';
import type { Page } from './browser.ts';

const places = new Map(
  (await findPages()).flatMap(({ nav }) => (nav ? [[nav.label, SECTION_TEXTS[nav.section]] as const] : [])),
);

/** The navigation of every page. */
export const nav = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** The heading of a section, which folds it and opens it. */
export const sectionButton = (page: Page, section: string): Locator =>
  nav(page).getByRole('button', { name: new RegExp(`^${section}\\b`) });

/** Opens a section if it is folded. `press`: how to press it, where not by the mouse. */
export async function openSection(
  page: Page,
  section: string,
  press: (target: Locator) => Promise<void> = (target) => target.click(),
): Promise<void> {
  const heading = sectionButton(page, section);
  await heading.waitFor();
  if ((await heading.getAttribute('aria-expanded')) === 'false') await press(heading);
}

/** The link to one of our pages, by its label; opens its section first. */
export async function navLink(
  page: Page,
  label: string,
  press?: (target: Locator) => Promise<void>,
): Promise<Locator> {
  const section = places.get(label);
  if (section === undefined) throw new Error(`no page of the navigation is called ${label}`);
  await openSection(page, section, press);
  // A count may follow the label.
  return nav(page).getByRole('link', { name: new RegExp(`^${label}( ?, .*)?$`) });
}

/** Opens all sections that are folded. */
export async function openAllSections(page: Page): Promise<void> {
  const folded = nav(page).getByRole('button', { expanded: false });
  await nav(page).getByRole('button').first().waitFor();
  while ((await folded.count()) > 0) await folded.first().click();
}
