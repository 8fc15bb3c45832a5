import { pages } from '../../core/pages.ts';
import { allSections } from './allSections.ts';

/** What a section of the settings is called where it is changed; of one that no page has, the words of its key. */
export function settingsTitle(key: string): string {
  const own = pages.find(({ settings }) => settings && Object.hasOwn(settings, key))?.settings?.[key];
  const words = key.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  return own ?? allSections().find((section) => section.key === key)?.title ?? words;
}
