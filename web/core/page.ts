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
  /** Sections of the settings that are changed here instead of on the page of the settings, and what they are called. */
  settings?: Readonly<Record<string, string>>;
  /** Its place in the navigation: the section, and the order in it. */
  nav?: PageNav;
}

/** The sections of the navigation, in their order. */
export const SECTIONS = ['fleet', 'work', 'evidence', 'settings'] as const;
export type Section = (typeof SECTIONS)[number];

/** Entries of the navigation that lead to several pages, which are tabs of each other. */
export const PLACES = {
  security: { label: 'Security', icon: 'shield' },
  access: { label: 'Access', icon: 'key' },
  system: { label: 'System', icon: 'system' },
} as const satisfies Record<string, { label: string; icon: IconName }>;

export interface PageNav {
  label: string;
  icon: IconName;
  section: Section;
  /** In the section; those of one place follow each other. */
  order: number;
  /** Pressing `g` and then this letter goes to the page. */
  letter?: string;
  /** What people also call it, for the search: `sso oidc openid`. */
  words?: string;
  /** The place whose tab it is, and what the tab is called. */
  tab?: { of: keyof typeof PLACES; label: string };
}
