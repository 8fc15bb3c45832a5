import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../../server/plugin.ts';
import { readPackages } from './packages.ts';
import type { AgentPackage } from './packages.ts';

const templateFile = path.join(import.meta.dirname, '../install.sh');

/** What a person copies: everything but the token, which is shown once, and by another operation. */
export interface Installer {
  /** Ends before the options of the script. */
  command: string;
  packages: AgentPackage[];
}

/**
 * The line that installs an agent. It pins the key of the manager's own listener, for the script that it fetches
 * is what everything after is checked against; all managers on one database share that key.
 */
export function installerOf(ctx: Context, host: string | undefined): Installer {
  const { cert } = ctx.core.agents.listener.options();
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  const pin = createHash('sha256').update(spki).digest('base64');
  const url = managerUrl(ctx, host).origin;
  return {
    command: `curl -fsSk --pinnedpubkey 'sha256//${pin}' ${url}/install.sh | sh -s --`,
    packages: readPackages(ctx.config.packagesDir),
  };
}

/** The script, with this manager's address, root and packages in it. */
export function installScript(ctx: Context, host: string | undefined): string {
  const url = managerUrl(ctx, host);
  const { ca } = ctx.core.agents;
  const packages = readPackages(ctx.config.packagesDir);
  const values: Readonly<Record<string, string>> = {
    MANAGER_URL: url.origin,
    MANAGER_HOST: url.hostname,
    MANAGER_PORT: url.port || '443',
    ROOT_PIN: ca.rootPin(),
    ROOT_PEM: ca.rootPem().trim(),
    PACKAGES: packages.map((one) => [one.format, one.arch, one.name, one.sha256].join(' ')).join('\n'),
  };
  return readFileSync(templateFile, 'utf8').replaceAll(/@([A-Z_]+)@/g, (_all, name: string) => {
    const value = values[name] ?? '';
    // Root runs this: nothing may end the quotes that it stands in.
    if (value.includes("'")) throw new Error(`the value of ${name} cannot stand in a script`);
    return value;
  });
}

/** The configured address, else the one that the caller has used. A name that is none (a forged header) is dropped. */
function managerUrl({ config }: Context, host: string | undefined): URL {
  if (config.publicUrl !== null) return new URL(config.publicUrl);
  const isName = host !== undefined && /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/.test(host);
  return new URL(`https://${isName && URL.canParse(`https://${host}`) ? host : `localhost:${config.port}`}`);
}
