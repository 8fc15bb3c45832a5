import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parseAptProxies } from '../apt/read/proxies.ts';
import { parseDnfProxies } from '../dnf/read/proxies.ts';
import { parseSysconfigProxies } from '../zypper/read/proxies.ts';

const test = suite('proxies of package managers');

test('apt: from its own dump (Debian 12), each once, without credentials and DIRECT', () => {
  const dump = [
    'Acquire "";',
    'Acquire::http "";',
    'Acquire::http::Proxy "http://user:geheim@proxy.example.org:3128/";',
    'Acquire::http::Proxy::deb.example.org "DIRECT";',
    'Acquire::https::Proxy "http://user:geheim@proxy.example.org:3128/";',
    'Acquire::https::Proxy::other.example.org "http://second:1";',
    'Acquire::ProxyX "http://no";',
  ];
  assert.equal(parseAptProxies(dump.join('\n')), ['http://proxy.example.org:3128/', 'http://second:1']);
  assert.equal(parseAptProxies('Acquire::Languages "";'), []);
});

test('dnf: from its configuration and that of repositories', () => {
  const main =
    '[main]\ngpgcheck=1\nproxy = http://u:geheim@proxy:3128\nproxy_username=u\n#proxy=http://old:1\n';
  assert.equal(parseDnfProxies([main, '[r]\nproxy=_none_\n', '[s]\nproxy=http://s:1\n']), [
    'http://proxy:3128',
    'http://s:1',
  ]);
});

test('zypper: from /etc/sysconfig/proxy, where they are switched on', () => {
  const text = (enabled: string): string =>
    `## Type: yesno\nPROXY_ENABLED="${enabled}"\nHTTP_PROXY="http://u:geheim@proxy:3128"\nHTTPS_PROXY=""\nNO_PROXY="localhost"\n`;
  assert.equal(parseSysconfigProxies(text('yes')), ['http://proxy:3128']);
  assert.equal(parseSysconfigProxies(text('no')), []);
  assert.equal(parseSysconfigProxies(''), []);
});

test.run();
