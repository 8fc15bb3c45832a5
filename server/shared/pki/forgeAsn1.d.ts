/** The one file of node-forge that is used: without the rest of it the agent stays small. */
declare module 'node-forge/lib/asn1.js' {
  import type { asn1 } from 'node-forge';

  interface FromDerOptions {
    strict?: boolean;
    parseAllBytes?: boolean;
    decodeBitStrings?: boolean;
    maxDepth?: number;
  }
  const api: Omit<typeof asn1, 'fromDer'> & {
    fromDer(bytes: string, options: FromDerOptions): asn1.Asn1;
  };
  export type { Asn1 } from 'node-forge';
  export default api;
}
