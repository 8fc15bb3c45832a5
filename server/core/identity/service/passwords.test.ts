import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { heard } from '#server/kernel/computing/testing/heart.ts';
import type { AppError } from '#server/shared/wire/appError.ts';
import { PASSWORD, setup } from '../identity.testing.ts';
import { UserModel } from '../models.ts';
import { identityFeature } from '../plugin.ts';
import { createPasswordHasher } from './passwords.ts';
import { assertStrong } from './strength.ts';

const test = suite('hashes of passwords');

/** The reference's cost in PHC notation: 64 MiB, three passes, one lane. */
const costly = /^\$argon2id\$v=19\$m=65536,p=1,t=3\$/;

test('the manager hashes passwords at the cost that the reference fixes', async () => {
  const app = await setup(PASSWORD, [{ ...identityFeature }]);
  try {
    const admin = await UserModel.query(app.ctx.db.knex).findOne({ username: 'admin' });
    assert.match(admin?.passwordHash ?? '', costly);
    assert.is((await app.login()).status, 200);
    assert.is((await app.login('wrong')).code, 'INVALID_CREDENTIALS');
  } finally {
    await app.stop();
  }
});

test('a hash fits its own password alone, and nobody has none', async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash(PASSWORD);
  assert.match(hash, costly);
  assert.ok(await hasher.verify(hash, PASSWORD));
  assert.not.ok(await hasher.verify(hash, `${PASSWORD} `));
  assert.not.ok(await hasher.verify(null, 'nobody has this password'));
});

test('words of the organisation make a password no harder to guess', async () => {
  const judged = async (passwordWords: string[]): Promise<string> => {
    const app = await setup(PASSWORD, [{ ...identityFeature }], { passwordWords });
    try {
      return await assertStrong(app.ctx, 'Zwickmuehle2026', 'olga').then(
        () => 'strong',
        ({ code }: AppError) => code,
      );
    } finally {
      await app.stop();
    }
  };
  assert.is(await judged([]), 'strong');
  assert.is(await judged(['Zwickmuehle']), 'PASSWORD_TOO_WEAK');
});

test('the oddest password is judged beside the event loop', async () => {
  const app = await setup(PASSWORD);
  try {
    const { body } = await app.login();
    const password = { current_password: PASSWORD, new_password: 'p4$$w0rd1!'.repeat(12) };
    const { value: answer, silence } = await heard(() =>
      fetch(`${app.url}/api/v1/users/me/password`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${String(body['access_token'])}`,
        },
        body: JSON.stringify(password),
      }),
    );
    assert.match(await answer.text(), /PASSWORD_TOO_WEAK/);
    assert.ok(silence < 0.5, `silent for ${silence}`);
  } finally {
    await app.stop();
  }
});

test.run();
