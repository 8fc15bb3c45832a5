/** An agent in a process of its own, which tests can kill: `node child.ts <json>`; prints its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAgent } from '../http/app.ts';
import { fakeDeps } from './fakeDeps.ts';
import { createFakeBackend } from './fakeBackend.ts';
import type { FakePackage } from './fakePackages.ts';

export interface ChildOptions {
  dataDir: string;
  dbFile: string;
  script: string;
  bootId: string;
  packages: Record<string, FakePackage>;
}

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;
const backend = createFakeBackend(options.packages);
backend.script = options.script;
backend.dbFile = options.dbFile;
backend.onRepair = async () => ['lab-x is half installed'];

const agent = createAgent(fakeDeps({ backend, dataDir: options.dataDir, bootId: () => options.bootId }));
await agent.start();
const server = createServer(agent.handler);
server.on('upgrade', agent.handleUpgrade);
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
