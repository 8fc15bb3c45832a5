// Of undici only what the manager calls with. Its index also evaluates fetch, WebSocket, caches and mocks, two thirds of
// what it costs a start; it has no entry of its own for the clients, so these are its files, as of the pinned version.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- an ambient file cannot be imported
/// <reference path="./undiciFiles.d.ts" />
import type * as undici from 'undici';
import api from 'undici/lib/api/index.js';
import connector from 'undici/lib/core/connect.js';
import client from 'undici/lib/dispatcher/client.js';
import dispatcher from 'undici/lib/dispatcher/dispatcher.js';

// As the index does: `request` and its kin are of every dispatcher.
Object.assign(dispatcher.prototype, api);

export const Client = client;
export type Client = undici.Client;
export const buildConnector = connector;
