import { WebSocket } from 'ws';
import type { ManagerProcess } from './manager.ts';

/** An event of a job as open pages get it; `atMs` is when it came. */
export interface LiveEvent {
  seq: number;
  kind: string;
  data: { state?: string; lines?: { text: string }[] };
  atMs: number;
}

/** Where a job is followed, with a ticket that is taken once. */
export async function liveUrl(manager: ManagerProcess): Promise<string> {
  const { ticket } = await manager.must<{ ticket: string }>('POST', '/api/v1/ws/ticket');
  return `${manager.url.replace('https:', 'wss:')}/api/v1/ws/jobs?ticket=${ticket}`;
}

/** Follows the job from its first event to its completion, and returns all of them. */
export async function followJob(url: string, job: { id: string }): Promise<LiveEvent[]> {
  const socket = new WebSocket(url, { rejectUnauthorized: false });
  const seen: LiveEvent[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no end among ${seen.length} events`)), 60_000);
      socket.on('open', () => socket.send(JSON.stringify({ subscribe: { job_id: job.id, from_seq: 0 } })));
      socket.on('error', reject);
      socket.on('message', (data: Buffer) => {
        const event = JSON.parse(data.toString()) as LiveEvent;
        if (typeof event.seq === 'number') seen.push({ ...event, atMs: Date.now() });
        if (event.kind !== 'job.updated' || event.data.state !== 'completed') return;
        clearTimeout(timer);
        resolve();
      });
    });
  } finally {
    socket.terminate();
  }
  return seen;
}
