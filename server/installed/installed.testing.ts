import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const PACKAGE = 'fleetmend-plugin-notes';
const example = path.resolve(import.meta.dirname, '../../test/fixtures', PACKAGE);

export interface PluginPlace {
  /** What `plugins_dir` names. */
  pluginsDir: string;
  /** The package below its node_modules, as npm would put it there. */
  directory: string;
  write(file: string, text: string): void;
  /** Rewrites a JSON file of the package. */
  edit(file: string, change: (json: Json) => void): void;
  cleanup(): void;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests reach into documents of any form
export type Json = Record<string, any>;

/** The example package, installed in a directory of its own. */
export function installExample(): PluginPlace {
  const pluginsDir = mkdtempSync(path.join(tmpdir(), 'fleetmend-plugins-'));
  const directory = path.join(pluginsDir, 'node_modules', PACKAGE);
  mkdirSync(directory, { recursive: true });
  cpSync(example, directory, { recursive: true });
  const write = (file: string, text: string) => writeFileSync(path.join(directory, file), text);
  return {
    pluginsDir,
    directory,
    write,
    edit(file, change) {
      const json = JSON.parse(readFileSync(path.join(directory, file), 'utf8')) as Json;
      change(json);
      write(file, JSON.stringify(json));
    },
    cleanup: () => rmSync(pluginsDir, { recursive: true, force: true }),
  };
}
