import { existsSync } from 'node:fs';

/** What the runner found; alone a suite takes what is there, as the runner does. */
export const CHROMIUM =
  process.env['TEST_CHROMIUM'] ??
  (existsSync('/usr/bin/chromium-headless-shell') ? '/usr/bin/chromium-headless-shell' : '/usr/bin/chromium');
