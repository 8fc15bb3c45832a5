// The options of the quickstart, and whether it can start at all. Node's own modules only, from Node 20 on.
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, isIP } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';

export const usage = `npm run quickstart [-- OPTIONS]

Starts a manager and an agent for this machine, and shows this machine's pending patches.

  --data-dir DIR       directory where all data is kept (default ./data)
  --port PORT          HTTPS port of the manager (default 8443)
  --agent-port PORT    port of the agent (default 9443)
  --listen ADDRESS     address that both listen on (default 127.0.0.1)
  --demo               instead a manager with 200 simulated hosts, to look at: kept in a temporary directory, and
                       removed when it ends; with --port and --listen alone
  --help`;

/** An error whose message is all that a person needs to read. */
export class QuickstartError extends Error {}

/** The options, or null when help was asked for. Throws QuickstartError. */
export function readOptions(argv) {
  const text = (fallback) => ({ type: 'string', default: fallback });
  const values = parse(argv, {
    'data-dir': text('./data'),
    port: text('8443'),
    'agent-port': text('9443'),
    listen: text('127.0.0.1'),
    demo: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  });
  if (values.help) return null;
  const isKept = argv.some((one) => /^--(data-dir|agent-port)(=|$)/.test(one));
  if (values.demo && isKept)
    throw new QuickstartError(
      '--demo takes --port and --listen alone: it keeps nothing, and its agents choose their ports',
    );
  const options = {
    dataDir: path.resolve(values['data-dir']),
    shownDataDir: values['data-dir'],
    port: portOf('--port', values.port),
    agentPort: portOf('--agent-port', values['agent-port']),
    listen: values.listen,
    isDemo: values.demo,
  };
  if (!isIP(options.listen)) throw new QuickstartError(`--listen: "${options.listen}" is not an IP address`);
  if (options.port === options.agentPort)
    throw new QuickstartError(`the manager and the agent cannot both use port ${options.port}`);
  return options;
}

function parse(argv, options) {
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new QuickstartError(`${error.message.split('. ')[0]} (see --help)`);
  }
}

function portOf(name, value) {
  const port = Number(value);
  if (!/^\d{1,5}$/.test(value) || port < 1 || port > 65_535)
    throw new QuickstartError(`${name}: "${value}" is not a port (1 to 65535)`);
  return port;
}

/** Throws QuickstartError unless the system, both ports and the data directory can be used. */
export async function assertStartable({ dataDir, shownDataDir, listen, port, agentPort, isDemo }) {
  if (process.platform !== 'linux')
    throw new QuickstartError(`Fleetmend runs on Linux; this is ${process.platform}.`);
  await assertPortFree(listen, port, '--port');
  if (isDemo) return;
  await assertPortFree(listen, agentPort, '--agent-port');
  assertWritable(dataDir, shownDataDir);
}

async function assertPortFree(listen, port, option) {
  const probe = createServer();
  const error = await new Promise((resolve) => {
    probe.once('error', resolve);
    probe.listen({ host: listen, port, exclusive: true }, () => resolve(null));
  });
  await new Promise((resolve) => probe.close(resolve));
  if (error !== null) throw new QuickstartError(portProblem(error.code, listen, port, option));
}

function portProblem(code, listen, port, option) {
  if (code === 'EADDRINUSE')
    return `port ${port} on ${listen} is taken by another program; choose another with ${option}`;
  if (code === 'EACCES') return `port ${port} may not be used without root; choose another with ${option}`;
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${listen}; choose another with --listen`;
  return `cannot listen on ${listen} port ${port} (${code})`;
}

function assertWritable(dataDir, shown) {
  const probe = path.join(dataDir, `.probe-${randomBytes(4).toString('hex')}`);
  try {
    accessSync(nearestExisting(dataDir), constants.W_OK);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new QuickstartError(
      `the data directory ${shown} cannot be written (${reasons[error.code] ?? error.code}); choose another with --data-dir`,
    );
  }
}

const reasons = {
  EACCES: 'permission denied',
  EROFS: 'read-only file system',
  ENOTDIR: 'not a directory',
  EEXIST: 'not a directory',
  ENOSPC: 'no space left',
};

/** The folder that decides whether this one can be made: a recursive mkdir says ENOENT on a read-only file system. */
function nearestExisting(folder) {
  return existsSync(folder) || folder === path.dirname(folder)
    ? folder
    : nearestExisting(path.dirname(folder));
}
