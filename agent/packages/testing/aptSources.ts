/** How sources of all forms fail, and the rest of the host goes on. A lab test calls this with its versions of apt. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { controllerAddress, lab } from '#test/support/lab.ts';
import type { FailedSource, PatchReport } from '../backend.ts';
import { AptHost, changed, DriverError, failureOf, patch } from './labApt.ts';

const address = `http://${controllerAddress}:8080`;
const redirecting = `http://${controllerAddress}:8090`;
const key = '[signed-by=/etc/apt/lab.asc]';

interface Form {
  /** Lines in sources.list beside those of the lab, which work. */
  lines: string;
  /** Runs before, as root on the host. */
  before?: string;
  /** Each failed source: name, code and use. */
  failed: readonly string[];
}

/** What a host has of third parties, and how each of them fails. */
const forms: Readonly<Record<string, Form>> = {
  'a flat one at its root, as of Kubernetes and NVIDIA': {
    lines: `deb ${key} ${address}/gone/v/ /`,
    failed: [`${address}/gone/v / FETCH_FAILED left_out`],
  },
  'a flat one in folders': {
    lines: `deb ${key} ${address}/gone/v sub/dir/\ndeb ${key} ${address}/gone ./`,
    failed: [`${address}/gone/v sub/dir/ FETCH_FAILED left_out`, `${address}/gone ./ FETCH_FAILED left_out`],
  },
  'one with a wrong key and no earlier list': {
    lines: `deb ${key} ${address}/t1-wrongkey vendor main`,
    failed: [`${address}/t1-wrongkey vendor SIGNATURE_INVALID left_out`],
  },
  'one whose transport is not installed': {
    lines: `deb ${key} s3://bucket/debian stable main`,
    failed: ['s3://bucket/debian stable FETCH_FAILED left_out'],
  },
  'those that redirect, beside one that redirects and works': {
    lines: ['gone/v/ /', 't1-wrongkey vendor main', 't1 vendor main']
      .map((rest) => `deb ${key} ${redirecting}/r/${rest}`)
      .join('\n'),
    failed: [
      `${redirecting}/r/gone/v / FETCH_FAILED left_out`,
      `${redirecting}/r/t1-wrongkey vendor SIGNATURE_INVALID left_out`,
    ],
  },
  'one behind a list of mirrors, and the disc that the host was installed from': {
    lines: `deb ${key} mirror+file:/etc/apt/mirrors vendor main\ndeb cdrom:[Debian GNU/Linux 12]/ bookworm main`,
    before: `echo ${address}/gone/ >/etc/apt/mirrors`,
    failed: [
      'mirror+file:/etc/apt/mirrors vendor FETCH_FAILED left_out',
      'cdrom://[Debian GNU/Linux 12] bookworm FETCH_FAILED left_out',
    ],
  },
  'one that asks for a password': {
    lines: `deb ${key} http://me:secret@${controllerAddress}:8080/auth=x:y/t1 vendor main`,
    failed: [`${address}/auth=x:y/t1 vendor FETCH_FAILED left_out`],
  },
  'a folder without any Release file that works, beside one that is gone': {
    lines: 'deb [trusted=yes] file:/srv/own ./\ndeb [trusted=yes] file:/srv/none ./',
    before: 'mkdir -p /srv/own && : >/srv/own/Packages',
    failed: ['file:/srv/none ./ FETCH_FAILED left_out'],
  },
};

/** Registers and runs the tests on each of these images. */
export function aptSources(...images: readonly ('debian11' | 'debian12' | 'debian13')[]): void {
  const test = suite(`apt sources of ${images.join(', ')}`);
  let redirects: Server;
  const hosts = new Map<string, AptHost>();

  test.before(async () => {
    await lab.startRepo();
    redirects = createServer((request, response) => {
      response.writeHead(302, { location: address + (request.url ?? '').replace(/^\/r/, '') }).end();
    }).listen(8090, controllerAddress);
    for (const [i, image] of images.entries())
      hosts.set(image, new AptHost(await lab.up(`src${i}`, `10.77.0.${11 + i}`, { image }), image));
  });
  test.after(async () => {
    redirects.closeAllConnections();
    redirects.close();
    await lab.down();
  });

  let jobs = 0;
  const refreshAndRun = (apt: AptHost) =>
    apt.job(`job${(jobs += 1)}`, 'run', [patch(['lab-hello']), '$env', { maxAgeSecs: 0 }]);
  const failedOn = async (apt: AptHost) =>
    (await apt.call<FailedSource[]>('failedSources')).map((one) => `${one.name} ${one.code} ${one.use}`);

  for (const image of images) {
    const fresh = async (lines: string, before?: string) => {
      const apt = hosts.get(image) as AptHost;
      await apt.fresh('t1');
      await apt.host.run(['sh', '-c', 'echo "$0" >>/etc/apt/sources.list', lines]);
      if (before) await apt.host.run(['sh', '-c', before]);
      return apt;
    };

    for (const [what, { lines, before, failed }] of Object.entries(forms)) {
      test(`${image}: of ${what}, a failure is told by name, and the job goes on`, async () => {
        const apt = await fresh(lines, before);
        const job = await refreshAndRun(apt);
        assert.is(job.result.failure, null, JSON.stringify(job.result.failure));
        assert.equal(changed(job), ['lab-hello:all 1.0 > 1.1']);
        assert.equal((await failedOn(apt)).toSorted(), failed.toSorted());
        assert.not.match(job.logs.join('\n'), /Transaction|Finished: |secret/);
      });
    }

    test(`${image}: a keyring that apt's user may not read is told, with the earlier lists and without`, async () => {
      for (const [before, use] of [
        ['', 'last_list'],
        ['rm -rf /var/lib/apt/lists/*_vendor_*; ', 'left_out'],
      ] as const) {
        const swap = "sed -i 's#lab.asc\\(.* vendor \\)#vendor.asc\\1#' /etc/apt/sources.list";
        const apt = await fresh('', `${before}install -m 600 /etc/apt/lab.asc /etc/apt/vendor.asc; ${swap}`);
        assert.is((await refreshAndRun(apt)).result.failure, null);
        const [source, ...others] = await apt.call<FailedSource[]>('failedSources');
        assert.equal([source?.code, source?.use, others], ['SIGNATURE_INVALID', use, []], source?.message);
        assert.match(
          source?.message ?? '',
          /user _apt, who may not read \/etc\/apt\/vendor\.asc \(mode 600\)/,
        );
      }
    });

    test(`${image}: a list past its date counts where the host checks no dates, by its configuration or its entry`, async () => {
      const list = '/var/lib/apt/lists/10.77.0.1:8080_current_dists_vendor_';
      const old = `cd /var/lib/apt/lists; for f in *_current_dists_vendor_*; do mv "$f" "$(echo "$f" | sed s/current/gone/)"; done
        sed -i '/^Valid-Until:/d; /^Date:/a Valid-Until: Mon, 01 Jan 2024 00:00:00 UTC' ${list.replace('current', 'gone')}InRelease
        sed -i 's#/current vendor#/gone vendor#' /etc/apt/sources.list; `;
      for (const [more, use] of [
        ['', 'left_out'],
        [`echo 'Acquire::Check-Valid-Until "0";' >/etc/apt/apt.conf.d/99dates`, 'last_list'],
        ["sed -i 's#\\[\\(.* vendor \\)#[check-valid-until=no \\1#' /etc/apt/sources.list", 'last_list'],
      ] as const) {
        const apt = await fresh('', old + more);
        const job = await refreshAndRun(apt);
        assert.is(job.result.failure, null, job.logs.join('\n'));
        assert.equal(await failedOn(apt), [`${address}/gone vendor FETCH_FAILED ${use}`], more);
      }
    });

    test(`${image}: a preferred release whose source is left out stops nothing; one that nobody has is told`, async () => {
      const release = (name: string) =>
        `echo 'APT::Default-Release "${name}"; APT::Output-Version "30";' >/etc/apt/apt.conf.d/99admin`;
      const away = `sed -i 's#/current vendor#/gone vendor#' /etc/apt/sources.list; rm /var/lib/apt/lists/*_vendor_*`;
      const apt = await fresh('', `${release('vendor')}; ${away}`);
      const job = await refreshAndRun(apt);
      assert.equal([job.result.failure, changed(job)], [null, ['lab-hello:all 1.0 > 1.1']]);
      assert.equal(await failedOn(apt), [`${address}/gone vendor FETCH_FAILED left_out`]);
      const { entries, keptBack } = await apt.plan(patch(null));
      assert.ok(entries.length > 10);
      assert.ok(
        keptBack.some(({ name }) => name === 'lab-mailer'),
        'apt says it otherwise in version 30 of its output',
      );
      assert.ok((await apt.call<PatchReport>('listPatches')).patches.length > 10);
      const undo = await apt.rollback(`job${jobs}`);
      assert.is(undo.result.failure, null, JSON.stringify(undo.result.failure));
      assert.is(await apt.host.dpkgVersion('lab-hello'), '1.0');
      const refusal = await (await fresh('', release('nosuch'))).refusal(patch(null));
      assert.is(refusal.code, 'LISTS_UNREADABLE');
      assert.match(refusal.message, "'nosuch' is invalid for APT::Default-Release");
    });

    test(`${image}: a damaged list and a host without sources are told, not taken for a host without updates`, async () => {
      const damage = 'for f in /var/lib/apt/lists/*_bookworm_main_*_Packages; do echo garbage >$f; done';
      const damaged = failureOf(await refreshAndRun(await fresh('', damage)));
      assert.is(damaged.code, 'LISTS_UNREADABLE');
      assert.match(damaged.message, '_bookworm_main_binary-amd64_Packages');
      const none = failureOf(await refreshAndRun(await fresh('', 'rm /etc/apt/sources.list')));
      assert.is(none.code, 'FETCH_FAILED');
      assert.match(none.message, /no package sources/);
    });

    test(`${image}: two keyrings for one source make all lists unreadable, which is told in apt's words`, async () => {
      const conflict = `deb [signed-by=/etc/apt/other.asc] ${address}/current vendor main`;
      const apt = await fresh(conflict, 'cp /etc/apt/lab.asc /etc/apt/other.asc');
      const listed = await apt.call<PatchReport>('listPatches').catch((error: unknown) => error);
      assert.instance(listed, DriverError);
      const failure = failureOf(await refreshAndRun(apt));
      for (const { code, message } of [listed as DriverError, await apt.refusal(patch(null)), failure]) {
        assert.is(code, 'LISTS_UNREADABLE', message);
        assert.match(message, /Conflicting values set for option Signed-By regarding source .*other\.asc/);
      }
    });
  }

  test.run();
}
