import type { IconName } from '../icons/icons.ts';
import type { PagePermission } from './permissions.ts';
import type { OperationId } from './schema.ts';

/** One page: pages/<name>/page.ts exports it as `page`; pages.ts finds it there. Plain data, read by scripts too. */
export interface Page {
  /** `/hosts/:id`; the element gets `params` ({ id }) and `query` (URLSearchParams) as properties. */
  path: string;
  /** The custom element that `load` defines. */
  tag: string;
  title: string;
  permission: PagePermission;
  /** Operations that the page cannot do without: if one is not served, there is no page. */
  needs?: readonly OperationId[];
  load(): Promise<unknown>;
  /** Its place in the navigation: the section, and the order in it. */
  nav?: PageNav;
}

/** The sections of the navigation, in their order. */
export const SECTIONS = ['operate', 'exposure', 'automate', 'evidence', 'administration'] as const;
export type Section = (typeof SECTIONS)[number];

export interface PageNav {
  label: string;
  icon: IconName;
  section: Section;
  order: number;
  /** Pressing `g` and then this letter goes to the page. */
  letter?: string;
}
