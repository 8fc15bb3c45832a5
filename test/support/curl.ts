import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { LabHost } from './lab.ts';
import { runOrThrow } from './process.ts';

/** Copies the machine's curl with the libraries that it needs: the lab's images have none. */
export async function bringCurl(host: LabHost): Promise<void> {
  const folder = path.join(process.env['LAB_DIR'] ?? '', 'hosts', host.name, 'root/opt/curl');
  mkdirSync(folder, { recursive: true });
  const libraries = [...(await runOrThrow(['ldd', '/usr/bin/curl'])).matchAll(/=> (\/\S+)/g)]
    .map(([, file]) => file ?? '')
    .filter((file) => !/\/(libc|libm|libdl|libpthread|ld-linux[^/]*)\.so/.test(file));
  for (const file of ['/usr/bin/curl', ...libraries])
    copyFileSync(file, path.join(folder, path.basename(file)));
  const wrapper = '#!/bin/sh\nLD_LIBRARY_PATH=/opt/curl exec /opt/curl/curl "$@"\n';
  await host.writeFile('/usr/local/bin/curl', wrapper, '755');
}
