import path from 'node:path';
import { build } from 'vite';
import type { BrowserContext, Page } from './browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const ENTRY = 'virtual:entry';

const bundles = new Map<string, ReturnType<typeof bundleAnew>>();

/** Like {@link bundleAnew}, but bundles the same lines only once in a process. */
export function bundle(code: string): ReturnType<typeof bundleAnew> {
  const known = bundles.get(code) ?? bundleAnew(code);
  bundles.set(code, known);
  return known;
}

/** Bundles a few lines of module code that import from web/ (`import '/web/components/…'`), for a page of a test. */
async function bundleAnew(
  code: string,
): Promise<{ script: string; style: string; files: Record<string, string> }> {
  const result = await build({
    configFile: false,
    root: path.join(root, 'web'),
    logLevel: 'error',
    publicDir: false,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) =>
          id === ENTRY ? `\0${ENTRY}` : id.startsWith('/web/') ? path.join(root, id) : null,
        load: (id) => (id === `\0${ENTRY}` ? `import '/web/tokens/tokens.css';${code}` : null),
      },
    ],
    build: {
      write: false,
      target: 'chrome123',
      cssTarget: 'chrome123',
      minify: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: ENTRY, output: { format: 'es', codeSplitting: false } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const script = outputs.find((one) => one.type === 'chunk');
  const style = outputs.find((one) => one.type === 'asset' && one.fileName.endsWith('.css'));
  if (script?.type !== 'chunk') throw new Error('the bundle has no script');
  const others = outputs.flatMap((one) =>
    one.type === 'asset' ? [[`/${one.fileName}`, String(one.source)]] : [],
  );
  return {
    script: script.code,
    style: style?.type === 'asset' ? String(style.source) : '',
    files: Object.fromEntries(others) as Record<string, string>,
  };
}

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'";

/**
 * Opens a page of `origin` that holds only what `code` makes of it, under the policy of the real one. `code` may leave
 * values on `globalThis` for `page.evaluate`.
 */
export async function openBundle(
  context: BrowserContext,
  code: string,
  { origin = 'https://fleetmend.test', body = '' } = {},
): Promise<Page> {
  const { script, style, files } = await bundle(`${code}\nglobalThis.isReady = true;`);
  const page = await context.newPage();
  const html = `<!doctype html><html lang="en"><head><title>Test</title><link rel="stylesheet" href="/harness.css"><script type="module" src="/harness.js"></script></head><body><main><h1>Test</h1>${body}</main></body></html>`;
  const answers: Readonly<Record<string, readonly [string, string]>> = {
    '/harness': ['text/html', html],
    '/harness.js': ['text/javascript', script],
    '/harness.css': ['text/css', style],
    ...Object.fromEntries(
      Object.entries(files)
        .filter(([name]) => name.endsWith('.svg'))
        .map(([name, text]) => [name, ['image/svg+xml', text] as const]),
    ),
  };
  for (const [url, [contentType, text]] of Object.entries(answers))
    await page.route(origin + url, (route) =>
      route.fulfill({ contentType, body: text, headers: { 'content-security-policy': POLICY } }),
    );
  await page.goto(`${origin}/harness`);
  await page.waitForFunction(() => 'isReady' in globalThis);
  return page;
}
