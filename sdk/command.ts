#!/usr/bin/env node
/**
 * `fleetmend-sdk types [FOLDER]`: judges the OpenAPI file of the plugin whose package the folder is as a manager does
 * at its start, and writes the types of its operations beside it, `openapi.d.ts` for `openapi.json`.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { readContract } from '../server/contract.ts';
import { readPackage } from '../server/installed/load.ts';
import { mergeContract } from '../server/installed/merge.ts';

type Components = Record<string, Record<string, unknown>>;

const USAGE = 'Usage: fleetmend-sdk types [FOLDER of the package, default .]';

/** Writes the types; answers the file. Throws with what is wrong in the package or its OpenAPI file. */
async function writeOperationTypes(folder: string): Promise<string> {
  const { name, file, document } = readPackage(folder);
  const { document: contract } = mergeContract(readContract(), { plugin: name, document });
  const { openapi, info, paths } = document as typeof document & { info?: object };
  const components = referredIn(paths, (contract as { components?: Components }).components ?? {});
  const whole = { openapi, info: info ?? { title: name, version: '1' }, paths, components };
  const types = astToString(await openapiTS(structuredClone(whole) as Parameters<typeof openapiTS>[0]));
  const to = path.join(path.dirname(file), `${path.basename(file, '.json')}.d.ts`);
  const { actions = [], resources = [] } = document['x-audit'] ?? {};
  const declared = [
    ['PluginOperations', [`'${name}': operations;`]],
    ['PluginAuditActions', actions.map((word) => `'${word}': true;`)],
    ['PluginAuditResources', resources.map((word) => `'${word}': true;`)],
  ] as const;
  const merged = declared.map(([type, lines]) => `  interface ${type} {\n    ${lines.join('\n    ')}\n  }\n`);
  const text = `${types}\ndeclare module '@fleetmend/sdk' {\n${merged.join('')}}\n`;
  writeFileSync(to, `// Made of ${path.basename(file)} by \`fleetmend-sdk types\`.\n${text}`);
  return to;
}

/** The components that `value` refers to, and those that these refer to. */
function referredIn(value: unknown, all: Components): Components {
  const found: Components = {};
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, item] of Object.entries(part)) {
      const [section = '', name = ''] = key === '$ref' ? String(item).split('/').slice(2) : [];
      const component = all[section]?.[name];
      if (component === undefined) visit(item);
      else if (found[section]?.[name] === undefined) {
        (found[section] ??= {})[name] = component;
        visit(component);
      }
    }
  };
  visit(value);
  return found;
}

async function main([what, folder = '.', ...more]: readonly string[]): Promise<void> {
  if (what !== 'types' || more.length > 0) return leave(2, USAGE);
  try {
    process.stdout.write(`written: ${await writeOperationTypes(folder)}\n`);
  } catch (error) {
    leave(1, `fleetmend-sdk: ${(error as Error).message}`);
  }
}

function leave(code: number, text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
}

void main(process.argv.slice(2));
