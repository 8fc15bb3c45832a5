import { connect } from 'node:net';
import { isDataDirLocked } from '../host/dataDir.ts';
import { statusSocket } from './localStatus.ts';
import type { LocalStatus } from './localStatus.ts';

const answerTimeoutMs = 10_000;

/**
 * `forbidden`: only root may ask. `silent`: the agent runs but does not answer in time. `starting`: it runs and
 * cannot answer yet, mostly because it waits to be enrolled.
 */
export type AgentAnswer =
  | { state: 'running'; status: LocalStatus }
  | { state: 'stopped' | 'starting' | 'forbidden' | 'silent' };

/** Asks the agent of this data directory for its status. */
export async function askAgent(dataDir: string): Promise<AgentAnswer> {
  try {
    return { state: 'running', status: JSON.parse(await read(statusSocket(dataDir))) as LocalStatus };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES' || code === 'EPERM') return { state: 'forbidden' };
    // A socket without a listener was left by an agent that was killed.
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTDIR')
      return { state: isDataDirLocked(dataDir) ? 'starting' : 'stopped' };
    return { state: 'silent' };
  }
}

function read(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let text = '';
    socket.setEncoding('utf8').setTimeout(answerTimeoutMs, () => socket.destroy(new Error('no answer')));
    socket.on('data', (part: string) => (text += part));
    socket.once('error', reject);
    socket.once('end', () => resolve(text));
  });
}
