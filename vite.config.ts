import { defineConfig } from 'vite';

/** Where `npm run dev:web` finds a running manager. */
const manager = process.env['FLEETMEND_DEV_MANAGER'] ?? 'https://127.0.0.1:8443';

export default defineConfig({
  root: 'web',
  // Custom elements and a strict Content-Security-Policy: no inline script, no data: URLs, no polyfill of preloading.
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licences.json' },
    // What every page starts with comes as one file, and what most pages share as another: as seven, each waited for a
    // connection of its own.
    rolldownOptions: {
      // It would put what two parts share into the first of them, behind a file more that both load.
      experimental: { chunkOptimization: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            { name: 'common', minShareCount: 6, test: /\/web\/core\// },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/docs': { target: manager, secure: false, changeOrigin: true },
      '/api': { target: manager, secure: false, changeOrigin: true, ws: true, rewriteWsOrigin: true },
    },
  },
});
