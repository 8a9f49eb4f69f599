import { expect, test } from 'vitest'
import { steps } from '#server/jobs/steps.ts'
import { until } from '../http.ts'
import { inCluster } from './processes.ts'

/**
 * `kill -9` before and after every step of the desks' own work: lists taken, clients screened
 * again, the log sealed, files of reports made.
 */
const walk = [
  ...(['kyc.list.commit', 'kyc.rescreen.commit', 'audit.seal.commit'] as const),
  ...(['report.export.put', 'report.export.commit'] as const),
] as const

test('every step of the desks that the code names is walked', () => {
  expect([...walk].sort()).toEqual(
    steps.filter((name) => /^(kyc|audit|report)\./.test(name)).sort(),
  )
})

test(
  'whatever dies when, each list is taken once, the walk over the clients ends, and every line is under one seal',
  () =>
    inCluster(1, async (place) => {
      // The template has taken the lists.
      await place.rows('delete from aml_versions')
      await place.rows(
        "insert into accounts (realm, role, iin, created_at) values ('cabinet', 'accountant', '850505499909', now())",
      )
      for (const stop of walk.flatMap((name) => [`before:${name}`, `after:${name}`])) {
        // A line that has waited long enough for a seal; those of the processes before are sealed
        // by now, or not.
        await place.rows(
          `insert into audit (at, actor, action, object_kind, object_id) values ('2026-11-01', 'job:test', 'thing.done', 'thing', $1)`,
          [stop],
        )
        // A file whose job got lost; those of the processes before are made by now, or not.
        await place.rows(
          `insert into exports (account_id, report, format, asked, locale, persons, created_at, touched_at)
           select id, 'orders', 'csv', '{"from":"2026-11-01","to":"2026-11-02"}', 'ru', 'masked', '2026-11-01', '2026-11-01' from accounts where role = 'accountant'`,
        )
        const process = await place.start(stop)
        await until(
          async () => (process.alive() ? `alive at ${stop}` : process.died),
          (end) => end === 'SIGKILL',
        )
      }
      await place.start()
      const state = await until(
        async () => ({
          lists: await place.rows('select list_code from aml_versions order by list_code'),
          open: await place.rows("select id from kyc_rescreens where state = 'running'"),
          files: await place.rows("select id from exports where state <> 'done'"),
          unsealed: await place.rows(
            'select id from audit where id > coalesce((select max(to_id) from audit_seals), 0)',
          ),
        }),
        ({ lists, open, files, unsealed }) =>
          lists.length === 5 && open.length === 0 && files.length === 0 && unsealed.length === 0,
      )
      expect(new Set(state.lists.map((row) => row.list_code)).size).toBe(5)
      const seals = await place.rows<{ from_id: string; to_id: string; sound: boolean }>(
        'select from_id, to_id, hash = audit_batch_hash(previous_hash, from_id, to_id) as sound from audit_seals order by id',
      )
      expect(seals.every(({ sound }) => sound)).toBe(true)
      expect(
        seals.every(
          (seal, index) => index === 0 || Number(seal.from_id) > Number(seals[index - 1]?.to_id),
        ),
      ).toBe(true)
      expect(await place.rows("select id from kyc_rescreens where state = 'done'")).not.toEqual([])
    }),
  600_000,
)
