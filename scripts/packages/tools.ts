import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

export const hasTool = (name: string): boolean =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));

/** Runs a tool to its end; throws with what it said. */
export function tool(file: string, ...args: readonly string[]): string {
  try {
    return execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (cause) {
    const { code, stderr } = cause as { code?: string; stderr?: string };
    const what = code === 'ENOENT' ? 'is not installed' : `failed: ${(stderr ?? '').trim() || String(cause)}`;
    throw new Error(`${path.basename(file)} ${what}`, { cause });
  }
}

/** How binutils names the processors that it can be installed for beside the machine's own. */
const crossTools: Readonly<Record<string, string>> = {
  x64: 'x86_64-linux-gnu-',
  arm64: 'aarch64-linux-gnu-',
};

/** Strips the symbols of Node, which saves 17 MB; a machine without binutils (for `arch`) makes a larger file. */
export function stripSymbols(file: string, arch: string): void {
  try {
    tool(`${arch === process.arch ? '' : crossTools[arch]}strip`, file);
  } catch (error) {
    if ((error as { cause?: { code?: string } }).cause?.code !== 'ENOENT') throw error;
  }
}
