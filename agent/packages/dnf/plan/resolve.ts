import type { RpmCommand, RpmResolution } from '../../rpm/rpmDriver.ts';
import type { RpmInventory } from '../../rpm/read/inventory.ts';
import { query } from '../../rpm/rpmContext.ts';
import type { RpmContext } from '../../rpm/rpmContext.ts';
import { toResolution } from './table.ts';
import type { DnfTool } from '../tool.ts';
import { dnf, tableOptions } from '../tool.ts';

/** The command and its arguments; exact names and versions, or paths, only. */
export function commandArgv({ generation }: DnfTool, { verb, targets, excludes }: RpmCommand): string[] {
  const out = excludes.map((name) => `--exclude=${name}`);
  switch (verb) {
    case 'upgrade':
      // One update that cannot be installed must not stop the others.
      return [verb, generation === 4 ? '--nobest' : '--no-best', ...out, ...targets];
    case 'install':
      return [verb, ...out, ...targets];
    case 'files':
      return ['install', '--allowerasing', ...unlock(generation), ...targets];
    case 'remove':
      return [verb, generation === 4 ? '--noautoremove' : '--no-autoremove', ...targets];
    case 'autoremove':
      return ['remove', ...targets];
    case 'sync':
    case 'verify':
      return ['distro-sync', '--allowerasing', ...out, ...targets];
  }
}

/** A version that was locked after the job must not prevent its rollback, whose versions are exact. */
function unlock(generation: DnfTool['generation']): string[] {
  return generation === 4 ? ['--disableplugin=versionlock'] : ['--setopt=disable_excludes=*'];
}

/** Errors that end in exit code 1, as does a table that is answered with no (`--assumeno`). */
const refused =
  /^(?:Error:|Failed to resolve|No match for argument|Unable to find a match|Command line error|Cache-only enabled but no cache)/m;

/** Asks dnf what a command would do; nothing changes. */
export async function resolveCommand(
  context: RpmContext,
  tool: DnfTool,
  inventory: RpmInventory,
  command: RpmCommand,
  signal?: AbortSignal,
): Promise<RpmResolution> {
  const planned = command.options ? { ...context, sourceOptions: command.options } : context;
  const options = await tool.readOptions(planned);
  const argv = [
    dnf,
    ...options,
    ...tableOptions[tool.generation],
    '--assumeno',
    ...commandArgv(tool, command),
  ];
  const { exitCode, stdout, stderr } = await query(context, argv, signal);
  const text = withoutIgnored(`${stdout}\n${stderr}`);
  const { changes, skipped } = toResolution(stdout, inventory);
  const error = exitCode !== 0 && (changes.length === 0 || refused.test(text)) ? relevant(text) : null;
  // If every target is skipped, dnf has nothing to do: that is no error.
  return { changes, skipped, error: changes.length === 0 && skipped.length > 0 ? null : error };
}

/**
 * Drops dnf 4's error for a repository that it only ignores: the same line means failure when it needs the
 * repository.
 */
function withoutIgnored(text: string): string {
  if (!/^Ignoring repositories: /m.test(text)) return text;
  return text.replace(/^(?:Error: Cache-only enabled but no cache for|Ignoring repositories: ).*\n?/gm, '');
}

/** dnf's own words without the progress and the table. */
function relevant(text: string): string {
  const noise =
    /^(?:Last metadata expiration|Updating and loading|Repositories loaded|Operation aborted|\s*$)/;
  return text
    .split('\n')
    .filter((line) => !noise.test(line))
    .join('\n')
    .trim();
}
