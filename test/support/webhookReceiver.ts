import { lab } from './lab.ts';

/** A call that a webhook received. */
export interface Call {
  at: number;
  id: string;
  body: { fact: string; data: { job: { id: string } } };
}

export interface WebhookReceiver {
  url: string;
  /** All so far. */
  calls(): Call[];
}

const ADDRESS = '10.77.0.200';

/** Accepts every call, and prints each on a line of its own. */
const RECEIVING = `require('node:http').createServer((req, res) => {
  let body = '';
  req.on('data', (chunk) => (body += chunk));
  req.on('end', () => {
    console.log('call ' + JSON.stringify({ at: Date.now(), id: req.headers['webhook-id'], body: JSON.parse(body) }));
    res.writeHead(204).end();
  });
}).listen(8000, '${ADDRESS}', () => console.log('receives'));`;

/** A host of the lab that receives webhooks: managers call no address of their own machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const host = await lab.up('receiver', ADDRESS);
  const process = await host.spawn(['node', '-e', RECEIVING]);
  await process.waitForOutput(/^receives$/m);
  return {
    url: `http://${ADDRESS}:8000/hook`,
    calls() {
      const lines = process.output.split('\n').filter((line) => line.startsWith('call {'));
      return lines.map((line) => JSON.parse(line.slice(5)) as Call);
    },
  };
}
