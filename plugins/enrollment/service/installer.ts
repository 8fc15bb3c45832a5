import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Context, pki } from '#sdk';
import type { HostConnection } from '#sdk/hosts.ts';

import type { AgentPackage } from './carried.ts';

let template: string | null = null;
const readTemplate = (): string =>
  (template ??= readFileSync(path.join(import.meta.dirname, '../install.sh'), 'utf8'));

/** What a person copies: everything but the token, which another operation shows once. */
export interface Installer {
  /** The manager's address in the command. */
  url: URL;
  /** `PROOF` in it stands for `token=TOKEN` or `ca_fingerprint=HEX`; more options of the script may follow. */
  command: string;
  packages: readonly AgentPackage[];
}

/**
 * The line that installs an agent. It fetches the root certificate and compares its fingerprint, then fetches the
 * script under that root, because everything after is checked against the script. The listener's own key would be
 * shorter to pin (`--pinnedpubkey`), but changes every 60 days. The proof goes before the script on standard input:
 * arguments can be read by every user of the host, and sudo logs them. Root needs no sudo, and a small system may have
 * none.
 *
 * Whether a proxy of the environment is used is curl's decision, by the manager's own name and `no_proxy`; the second call
 * names another host, so it goes as the first one went. The proxy goes the way of the proof, since sudo drops it from
 * the environment, and it may hold a password.
 */
export function installerOf(
  ctx: Context,
  { host, connection }: { host: string | undefined; connection: HostConnection },
  packages: readonly AgentPackage[],
): Installer {
  const url = managerUrl(ctx, host);
  const name = pki.managerServerName;
  const port = url.port || '443';
  const root = `${ctx.core.agents.ca.rootPem().trim()}\n`;
  const steps = [
    // Behind the root comes the status of a CONNECT, or 000.
    `r=$(curl -fsSk -w '%{http_connect}' ${url.origin}/api/v1/ca/root.crt) &&`,
    `c=\${r#"\${r%???}"} && r=\${r%????} &&`,
    // Said only of a certificate that came: where there is none, curl or the shell has said why.
    `{ echo "$r" | sha256sum | grep -q ${createHash('sha256').update(root).digest('hex')} ||`,
    `! echo 'this is not the root certificate of the manager' >&2; } &&`,
    // The manager's certificate always holds this name; the connection goes to the manager's own address.
    `{ echo PROOF; [ $c = 000 ] || ${proxyLines};`,
    `echo "$r" | curl -fsS --cacert /dev/stdin $([ $c != 000 ] || echo --noproxy ${name})`,
    `--connect-to ${name}:${port}:${url.hostname}:${port} -H Host:${url.host}`,
    // Without the script the shell would run one assignment and report success.
    `https://${name}:${port}/install.sh || echo exit 1; } | $(command -v sudo) sh -s --`,
    ...(connection === 'dial' ? ['--connection dial'] : []),
  ];
  return { url, command: steps.join(' '), packages };
}

/** Has the shell read two values as they stand, whatever characters they hold. */
const proxyLines =
  `printf "read -r https_proxy <<'E'\\n%s\\nE\\nread -r no_proxy <<'E'\\n%s\\nE\\n" ` +
  '"${https_proxy:-${HTTPS_PROXY-}}" "${no_proxy:-${NO_PROXY-}}"';

/** The script, with this manager's address, root and packages in it. */
export function installScript(
  ctx: Context,
  host: string | undefined,
  packages: readonly AgentPackage[],
): string {
  const url = managerUrl(ctx, host);
  const { ca } = ctx.core.agents;
  const values: Readonly<Record<string, string>> = {
    MANAGER_URL: url.origin,
    MANAGER_HOST: url.hostname,
    MANAGER_PORT: url.port || '443',
    ROOT_PIN: ca.rootPin(),
    ROOT_PEM: ca.rootPem().trim(),
    PACKAGES: packages.map((one) => [one.format, one.arch, one.name, one.sha256].join(' ')).join('\n'),
  };
  return readTemplate().replaceAll(/@([A-Z_]+)@/g, (_all, name: string) => {
    const value = values[name] ?? '';
    // Root runs this script: no value may end the quotes around it.
    if (value.includes("'")) throw new Error(`the value of ${name} cannot stand in a script`);
    return value;
  });
}

/**
 * The configured address, otherwise the one that the caller used. Text that is no name (a forged header) is dropped.
 */
function managerUrl({ config }: Context, host: string | undefined): URL {
  if (config.publicUrl !== null) return new URL(config.publicUrl);
  const isName = host !== undefined && /^(\[[0-9a-fA-F:]+\]|[A-Za-z0-9.-]+)(:\d{1,5})?$/.test(host);
  return new URL(`https://${isName && URL.canParse(`https://${host}`) ? host : `localhost:${config.port}`}`);
}
