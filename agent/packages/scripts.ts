import { readdir, readFile } from 'node:fs/promises';

interface Process {
  pid: number;
  parent: number;
  isScript: boolean;
}

async function readProcess(pid: number, scriptPath: RegExp): Promise<Process | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    const isScript = scriptPath.test(await readFile(`/proc/${pid}/cmdline`, 'utf8'));
    return { pid, parent, isScript };
  } catch {
    return null; // it has ended meanwhile
  }
}

/** The maintainer scripts, known by their command line, that run somewhere below a process. */
async function findScripts(ancestorPid: number, scriptPath: RegExp): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const processes = (await Promise.all(pids.map((pid) => readProcess(pid, scriptPath)))).filter(
    (one) => one !== null,
  );
  const below = new Set([ancestorPid]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  return processes.filter(({ pid, isScript }) => isScript && below.has(pid)).map(({ pid }) => pid);
}

/**
 * A handler for a time limit: ends the maintainer script that is stuck, and nothing else, so that the package
 * manager goes on with the other packages and stays consistent. A script that outlives SIGTERM gets SIGKILL at
 * the next call. `scriptPath` tells a script by its command line, whose words end in NUL.
 */
export function scriptEnder(log: (text: string) => void, scriptPath: RegExp): (pid: number) => Promise<void> {
  const asked = new Set<number>();
  return async (ancestorPid) => {
    for (const pid of await findScripts(ancestorPid, scriptPath)) {
      const signal = asked.has(pid) ? 'SIGKILL' : 'SIGTERM';
      asked.add(pid);
      log(`time limit: ${signal} to maintainer script ${pid}`);
      try {
        process.kill(pid, signal);
      } catch {
        // it has ended meanwhile
      }
    }
  };
}
