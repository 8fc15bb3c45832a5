/** A grammar of names and versions that a package manager or a shell might mistake for something else. */

type Random = () => number;

const real = ['lab-hello', 'lab-sec', 'lab-app', 'bash', 'lab-extra'];
const commands = ['id', 'touch /tmp/owned', 'reboot', 'cat /etc/shadow'];
const options = [
  '-oDPkg::Pre-Invoke::=',
  '-o=APT::Update::Pre-Invoke::=',
  '--option=Dir::Bin::dpkg=',
  '-c=/etc/',
  '--setopt=pluginpath=',
  '--installroot=/',
  '--config=',
  '--root=',
  '-R',
  '--rcfile=',
  '--',
];
const places = [
  './',
  '/',
  '../../',
  '/tmp/',
  'file:///srv/',
  'http://10.77.0.1:8080/',
  'https://evil.example/',
  '~/',
  '\\\\',
];
const endings = ['.deb', '.rpm', '-1.1-1.noarch', '-1.1-1.noarch.rpm', '.noarch', '_1.1_all.deb', '-0:1.1-1'];
const marks = [
  '-',
  '+',
  '^',
  '/stable',
  '/t1',
  '#',
  '=',
  '=1.1',
  '=1.1-',
  '!',
  ':any',
  ':native',
  ':all:all',
  ':riscv64',
  ':',
  '_',
];
const patterns = [
  '*',
  '?',
  '[a-z]',
  '[!a]',
  '.*',
  '.',
  '+',
  '$',
  '|',
  '{1,9}',
  '{,-sec}',
  '\\w',
  '(',
  ')',
  '~n',
  '?name(x)',
];
const blanks = [' ', '\t', '\n', '\r\n', '\u0000', '\u00a0', '\u2028', '\u000b', '\u001b[2J', '\u007f'];
const strange = [
  '\u202e',
  '\u200b',
  '\ufeff',
  '\u0430',
  '\uff4c',
  'é',
  'e\u0301',
  '💥',
  '\ud800',
  '\u2066',
  'ﬁ',
  'İ',
];
const rpmWords = [
  '%{lua:os.execute("',
  '%(',
  '%{name}',
  '%%',
  '@',
  '@^',
  'perl(',
  'config(',
  '(lab-hello or ',
  'lab-hello >= ',
];

/** Makes `count` different names, none of them in `known`; the same ones for the same `random`. */
export function hostileNames(count: number, random: Random, known: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  while (names.size < count) {
    const name = hostileName(random);
    if (!known.has(name)) names.add(name);
  }
  return [...names];
}

function hostileName(random: Random): string {
  const one = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
  const word = (): string => `${one(['zq', 'jq', 'x', 'lab-', 'lib'])}${Math.floor(random() * 1e4)}`;
  const name = (): string => (random() < 0.6 ? one(real) : word());
  const shell = (): string => {
    const command = one(commands);
    return one([
      `$(${command})`,
      `\`${command}\``,
      `;${command}`,
      `|${command}`,
      `&&${command}`,
      `>${command}`,
    ]);
  };
  const forms: (() => string)[] = [
    () => one(options) + one([...commands, '', ...real]),
    () => `${one(['-', '--', '---', '+', '='])}${name()}`,
    () => name() + one(marks) + one(['', '', one(marks)]),
    () => name().replace('-', one(patterns)) + one(['', one(patterns)]),
    () => one(patterns) + name(),
    () => name() + one(blanks) + one(['', name(), one(options)]),
    () => one(blanks) + name(),
    () => name() + shell(),
    () => shell() + name(),
    () => one(['"', "'", '\\', '"; ', "' -o "]) + name() + one(['"', "'", '']),
    () => name() + one(strange) + one(['', name()]),
    () => one(strange) + name(),
    () => one(places) + name() + one(endings),
    () => name() + one(endings),
    () => one(rpmWords) + one(commands) + one(['")}', ')', '}', '']),
    () => one(['a', 'lab-hello', '../', '%{name}', '$(id)']).repeat(30 + Math.floor(random() * 300)),
    () => one([name().toUpperCase(), `L${name().slice(1)}`, `${name()}x`, name().slice(0, -1)]),
    () => word(),
    () =>
      one(['', '.', '..', '0', 'null', 'true', '__proto__', 'constructor', '*', '--', '-', '/', '%', '@']),
  ];
  return forms[Math.floor(random() * forms.length)]?.() ?? '';
}
