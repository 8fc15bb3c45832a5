// What every command needs before it can run on a fresh clone: the locked dependencies, and the Node that comes with them.
// Plain JavaScript on Node's own modules: it runs on Node 20 and without node_modules.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const requiredNodeMajor = 24;

const modules = path.join(projectRoot, 'node_modules');
const lockFile = path.join(projectRoot, 'package-lock.json');
const stampFile = path.join(modules, '.fleetmend-lock');
const installerFile = path.join(projectRoot, '.cache/installer.pid');
const progressEveryMs = 5000;

/** An error whose message is all that a person needs to read. */
export class BootstrapError extends Error {}

/**
 * Makes node_modules agree with package-lock.json; runs `npm ci` only if it does not yet. Progress goes to `log`
 * (standard error by default). Returns whether something was installed.
 */
export async function ensureDependencies({ log = (line) => process.stderr.write(`${line}\n`) } = {}) {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (readText(stampFile) === wanted) return false;
  const installed = !installedAgrees() && (await installAlone(log));
  try {
    writeFileSync(stampFile, wanted);
  } catch {
    // this user may not write to the checkout: it is compared in full each time
  }
  return installed;
}

/**
 * Installs, but not while another command of this checkout does: npm first empties node_modules, so that two at once
 * fail both. Returns whether something was installed.
 */
async function installAlone(log) {
  await becomeInstaller(log);
  try {
    if (installedAgrees()) return false;
    await install(log);
    return true;
  } finally {
    rmSync(installerFile, { force: true });
  }
}

/** Waits until no other process installs; a file with this process's identity then says that this one does. */
async function becomeInstaller(log) {
  const own = `${installerFile}-${process.pid}`;
  try {
    mkdirSync(path.dirname(own), { recursive: true });
    writeFileSync(own, identityOf(process.pid));
    for (let waits = 0; !isLinked(own); waits++) {
      const other = readText(installerFile) ?? '';
      if (other !== '' && other !== identityOf(other.split(' ')[0])) rmSync(installerFile, { force: true });
      else if (waits === 0) log('another command installs the dependencies; waiting for its end ...');
      await sleep(200);
    }
    rmSync(own, { force: true });
  } catch (error) {
    throw new BootstrapError(`the dependencies cannot be installed into ${projectRoot}: ${error.message}`);
  }
}

/** A link appears with its content, so nobody reads an empty file; false if another process has its own there. */
function isLinked(own) {
  try {
    linkSync(own, installerFile);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** A process by its pid and its start, because pids are used again; undefined once it has ended. */
function identityOf(pid) {
  // The name of the program, in parentheses, may hold spaces; the start is the twentieth field after it.
  const fields = readText(`/proc/${pid}/stat`)?.split(') ').at(-1).split(' ');
  return fields && `${pid} ${fields[19]}`;
}

/** The path of Node 24: the one that npm brought, or the running one if it is new enough. */
function node24Path() {
  const shipped = path.join(modules, `node-linux-${process.arch}`, 'bin', 'node');
  if (existsSync(shipped) && spawnSync(shipped, ['-v']).status === 0) return shipped;
  if (isNode24()) return process.execPath;
  throw new BootstrapError(
    `Node ${requiredNodeMajor} is needed; npm did not bring it for linux-${process.arch}: install it and run this again.`,
  );
}

/** Whether the running Node is the one this project is written for, or newer. */
function isNode24() {
  return Number(process.versions.node.split('.')[0]) >= requiredNodeMajor;
}

/**
 * Runs the calling script again under Node 24 if need be, with the same arguments, and ends this process as that one
 * ended. Returns only when the running Node is the right one already. Puts Node 24 and the installed tools first in
 * PATH.
 */
export async function continueUnderNode24() {
  const node = node24Path();
  const first = [path.dirname(node), path.join(modules, '.bin')].join(path.delimiter);
  if (!process.env.PATH?.startsWith(first))
    process.env.PATH = `${first}${path.delimiter}${process.env.PATH ?? ''}`;
  if (isNode24()) return;
  const flags = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(node, [...flags, ...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  // A supervisor (npm is one) signals only this process. A terminal sends Ctrl-C to both, so the child may get it
  // twice.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (...ended) => resolve(ended));
  });
  process.exit(code ?? (signal === 'SIGINT' ? 130 : 1));
}

/**
 * Runs a command of this checkout: calls `main` of the module at `url` with the arguments, under Node 24 and with the
 * dependencies, and ends with the code that it returns.
 */
export async function runCommand(url) {
  try {
    await ensureDependencies();
    await continueUnderNode24();
  } catch (error) {
    console.error(error instanceof BootstrapError ? error.message : error);
    process.exit(1);
  }
  const { main } = await import(url);
  process.exitCode = await main(process.argv.slice(2));
}

/** Compares npm's own record of what is in node_modules with the lock file: versions and hashes, both ways. */
function installedAgrees() {
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages;
  const locked = readJson(lockFile)?.packages;
  if (!installed || !locked) return false;
  const same = (name) =>
    installed[name]?.version === locked[name]?.version &&
    installed[name]?.integrity === locked[name]?.integrity;
  const missing = Object.keys(locked).some(
    (name) => name !== '' && !locked[name].optional && !installed[name],
  );
  return !missing && Object.keys(installed).every(same);
}

async function install(log) {
  log('installing the dependencies (npm ci) ...');
  const startedAt = Date.now();
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const [command, ...args] = [...npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn(command, args, { cwd: projectRoot, stdio: ['ignore', 2, 2] });
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const progress = setInterval(() => log(`  still installing, ${seconds()} s`), progressEveryMs);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code !== 0) throw new BootstrapError(`npm ci ended with exit code ${code}; see its messages above.`);
  } catch (error) {
    throw error.code === 'ENOENT'
      ? new BootstrapError('npm was not found: install it together with Node.')
      : error;
  } finally {
    clearInterval(progress);
  }
  log(`installed in ${seconds()} s`);
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // missing, or cut off by a full disk or a power cut
  }
}

/** Whether `url` is the script that was started, through symbolic links too. */
export function isMain(url) {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}
