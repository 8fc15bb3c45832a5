import { SECTIONS, type Page, type PageNav, type Section } from '../../core/page.ts';
import type { PagePermission } from '../../core/permissions.ts';
import { rolePermissions } from '#generated/managerOperations.ts';

const MOST_PAGES = 20;
const LONGEST_TITLE = 60;
/** First parts of the manager's own addresses. */
const TAKEN = new Set(['api', 'assets', 'plugins', 'sign-in']);
const PATH = /^(\/(:?[A-Za-z0-9][A-Za-z0-9._-]*))+$/;
const ICON = 'package';

/**
 * Checks and returns the pages that a plugin's module gives; `own` are the pages of the UI. Throws with what is wrong:
 * an address that does not begin with the plugin's name or that is one of ours, an element that is not named after the
 * plugin, a permission that the contract lacks, an entry of the wrong kind.
 */
export function judgePages(given: unknown, plugin: string, own: readonly Page[]): Page[] {
  const list = isObject(given) ? given['pages'] : undefined;
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_PAGES)
    throw new Error(`it gives no list of 1 to ${MOST_PAGES} pages`);
  const taken = new Set([...TAKEN, ...own.map(({ path }) => firstOf(path))]);
  if (taken.has(plugin)) throw new Error(`/${plugin} is an address of Fleetmend's own`);
  const pages = list.map((one: unknown, at) => judgePage(one, plugin, `page ${at + 1}`));
  const paths = pages.map(({ path }) => path.replaceAll(/:[^/]+/g, ':'));
  const twice = paths.find((path, at) => paths.indexOf(path) !== at);
  if (twice !== undefined) throw new Error(`two of its pages have the address ${twice}`);
  return pages;
}

const firstOf = (path: string): string => path.split('/')[1] ?? '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function judgePage(given: unknown, plugin: string, where: string): Page {
  if (!isObject(given)) throw new Error(`${where} is no object`);
  const { path, tag, title, permission, load, nav } = given;
  const needs = given['needs'] ?? [];
  const refuse = (what: string): never => {
    throw new Error(`${where}: ${what}`);
  };
  if (typeof path !== 'string' || !PATH.test(path) || firstOf(path) !== plugin)
    return refuse(`its path ${String(path)} does not begin with /${plugin}`);
  if (typeof tag !== 'string' || !tag.startsWith(`${plugin}-`) || !/^[a-z][a-z0-9-]*$/.test(tag))
    return refuse(`its tag ${String(tag)} does not begin with ${plugin}-`);
  if (typeof title !== 'string' || title === '' || title.length > LONGEST_TITLE)
    return refuse('it has no title');
  if (
    permission !== 'authenticated' &&
    !(typeof permission === 'string' && Object.hasOwn(rolePermissions, permission))
  )
    return refuse(`its permission ${String(permission)} is none of the contract`);
  if (typeof load !== 'function') return refuse('it has no load()');
  if (!Array.isArray(needs) || !needs.every((name) => typeof name === 'string'))
    return refuse('its needs are no list of operations');
  const page = {
    path,
    tag,
    title,
    permission: permission as PagePermission,
    needs: needs as Page['needs'] & object,
  };
  return {
    ...page,
    load: async () => {
      await (load as () => unknown)();
      if (!customElements.get(tag)) throw new Error(`The plugin ${plugin} did not define ${tag}.`);
    },
    ...(nav === undefined ? {} : { nav: judgeNav(nav, refuse) }),
  };
}

function judgeNav(nav: unknown, refuse: (what: string) => never): PageNav {
  if (!isObject(nav)) return refuse('its nav is no object');
  const { label, section, order } = nav;
  if (typeof label !== 'string' || label === '' || label.length > LONGEST_TITLE)
    return refuse('its nav has no label');
  if (!(SECTIONS as readonly unknown[]).includes(section))
    return refuse(`its section ${String(section)} is none of ${SECTIONS.join(', ')}`);
  if (typeof order !== 'number' || !Number.isFinite(order)) return refuse('its nav has no order');
  return { label, section: section as Section, order, icon: ICON };
}
