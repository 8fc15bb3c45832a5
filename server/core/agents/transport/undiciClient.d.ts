/**
 * The one file of undici that calls to agents use, by `dispatch`: all of it takes four times as long to load. Without
 * the rest its client has no `request`.
 */
declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}
