import { existsSync } from 'node:fs';

/** The Chromium that the test runner found; without the runner, the one that is installed. */
export const CHROMIUM =
  process.env['TEST_CHROMIUM'] ??
  (existsSync('/usr/bin/chromium-headless-shell') ? '/usr/bin/chromium-headless-shell' : '/usr/bin/chromium');
