import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { networkOf, WaitingRoom } from './waitingRoom.ts';

const test = suite('the room of connections that have proved nothing');

class FakeSocket extends EventEmitter {
  destroyed = false;
  readonly remoteAddress: string;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

/** A room of four, and a function that tells which sockets it has displaced. */
function setup() {
  const room = new WaitingRoom(4);
  const enter = (address: string): FakeSocket => {
    const socket = new FakeSocket(address);
    room.enter(socket as unknown as Socket);
    return socket;
  };
  const displaced = (sockets: FakeSocket[]): boolean[] => sockets.map(({ destroyed }) => destroyed);
  return { room, enter, displaced };
}

test('a newcomer displaces the oldest of the fullest address, and never a lonely one', () => {
  const { enter, displaced } = setup();
  const lonely = enter('192.0.2.1');
  const crowd = ['192.0.2.9', '192.0.2.9', '192.0.2.9'].map(enter);
  const newcomers = [enter('192.0.2.2'), enter('192.0.2.3')];
  assert.equal(displaced(crowd), [true, true, false]);
  assert.equal(displaced([lonely, ...newcomers]), [false, false, false]);
});

test('one of the crowd displaces the crowd: whoever is behind the same proxy gets in', () => {
  const { enter, displaced } = setup();
  const crowd = ['192.0.2.9', '192.0.2.9', '192.0.2.9', '192.0.2.9', '192.0.2.9'].map(enter);
  assert.equal(displaced(crowd), [true, false, false, false, false]);
});

test('who has proved himself, or has gone, counts no more', () => {
  const { room, enter, displaced } = setup();
  const proved = enter('192.0.2.9');
  room.leave(proved as unknown as Socket);
  room.leave(proved as unknown as Socket);
  enter('192.0.2.9').destroy();
  const crowd = ['192.0.2.9', '192.0.2.9', '192.0.2.9', '192.0.2.9'].map(enter);
  assert.equal(displaced([proved, ...crowd]), [false, false, false, false, false]);
  enter('192.0.2.9');
  assert.equal(displaced([proved, ...crowd]), [false, true, false, false, false]);
});

test('all of an IPv6 /64 is one address, and a mapped IPv4 address that of IPv4', () => {
  const { enter, displaced } = setup();
  const others = ['2001:db8:0:8::1', '::ffff:192.0.2.1'].map(enter);
  const crowd = ['2001:db8:0:7::1', '2001:db8:0:7:ffff:ffff:ffff:ffff'].map(enter);
  enter('192.0.2.1');
  assert.equal(displaced([...others, ...crowd]), [false, true, false, false], 'two of 192.0.2.1 came first');
  enter('2001:db8:0:7:a::');
  assert.equal(displaced(crowd), [true, false]);
  const networks: Readonly<Record<string, string>> = {
    '192.0.2.1': '192.0.2.1',
    '::ffff:192.0.2.1': '192.0.2.1',
    '2001:db8:0:7::1': '2001:db8:0:7::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '1:2:3:4:5:6:7:8': '1:2:3:4::/64',
  };
  for (const [address, network] of Object.entries(networks)) assert.is(networkOf(address), network);
});

test.run();
