import { registerIconLibrary } from '@awesome.me/webawesome/dist/components/icon/library.js';
import sprite from './webawesome.svg?url&no-inline';

/** Web Awesome fetches its icons from elsewhere, or from data: URLs, by default; these are served by the manager. */
export function bundleWebAwesomeIcons(): void {
  for (const library of ['system', 'default'])
    registerIconLibrary(library, { resolver: (name) => `${sprite}#${name}`, spriteSheet: true });
}
