import { expect, test } from 'vitest'
import { account } from '#tests/client.ts'
import { testApp } from '#tests/test-app.ts'
import { alarmRecoveries, deafMailboxes, tellAlarm } from './alarm.ts'

/** The sandbox's mail server has no such mailbox. */
const DEAF = 'no-such-mailbox@example.kz'
const mailboxes = ['first@example.kz', 'watch@example.kz', 'third@example.kz']
const house = (all = mailboxes) => testApp({ WORKER: 'off', ALARM_MAIL: all.join(',') })
type At = Awaited<ReturnType<typeof house>>

const opened = (at: At, reason: 'stopped' | 'waits') =>
  at.db.insertInto('alarms').values({ reason }).returning('id').executeTakeFirstOrThrow()
/** What every sweep does. */
async function looks({ server: { deps } }: At) {
  const now = deps.clock.now()
  for (const { recover } of alarmRecoveries)
    await recover(deps, { now, forgotten: now, ago: () => now })
}
const alarms = (at: At) => at.db.selectFrom('alarms').selectAll().execute()
const letters = async (at: At, about: RegExp) => {
  const all = await Promise.all(
    mailboxes.map(async (to) =>
      (await at.mails(to)).some(({ subject }) => about.test(subject)) ? [to] : [],
    ),
  )
  return all.flat()
}

test('a mailbox that takes no letters keeps the others from none', async () => {
  const at = await house([DEAF, ...mailboxes])
  const { id } = await opened(at, 'stopped')
  await tellAlarm(at.server.deps, id)
  expect(await letters(at, /остановлены/)).toHaveLength(3)
  expect(await alarms(at)).toMatchObject([{ told_at: expect.any(Date), over_told_at: null }])
  // The alarm's letters have been sent: a repeated job does nothing.
  await tellAlarm(at.server.deps, id)
  expect(await letters(at, /остановлены/)).toHaveLength(3)
})

test('an alarm that no mailbox takes rings an administrator, is told at the desk, and is not told before', async () => {
  const at = await house([DEAF])
  const { deps } = at.server
  const { id } = await opened(at, 'stopped')
  await tellAlarm(deps, id)
  expect(await alarms(at)).toMatchObject([{ told_at: null }])
  expect(await deafMailboxes(deps)).toEqual([DEAF])
  const phone = '77010000778'
  const clerk = await account(at, { iin: '880808399915', phone }, { role: 'staff' })
  await at.db
    .updateTable('accounts')
    .set({ administrator: true })
    .where('id', '=', clerk.id)
    .execute()
  await tellAlarm(deps, id)
  expect(await alarms(at)).toMatchObject([{ told_at: expect.any(Date) }])
  expect((await at.messages(phone)).map(({ text }) => text)).toEqual([
    expect.stringMatching(/тоқтап тұр|стоят/),
  ])
})

test('an alarm while the mail itself is away for minutes rings an administrator', async () => {
  const at = await house(mailboxes)
  const { deps } = at.server
  const phone = '77010000779'
  const clerk = await account(at, { iin: '880808399915', phone }, { role: 'staff' })
  await at.db
    .updateTable('accounts')
    .set({ administrator: true })
    .where('id', '=', clerk.id)
    .execute()
  await at.fault('mail', 'unavailable', { times: 1_000 })
  const { id } = await opened(at, 'stopped')
  await expect(tellAlarm(deps, id)).rejects.toThrow()
  expect(await at.messages(phone)).toEqual([])
  await at.db
    .updateTable('alarms')
    .set({ began_at: new Date(Date.now() - 10 * 60_000) })
    .execute()
  await tellAlarm(deps, id)
  expect(await alarms(at)).toMatchObject([{ told_at: expect.any(Date) }])
  expect(await at.messages(phone)).toHaveLength(1)
})

test('a mailbox that is away for a moment is tried again, and the others have heard', async () => {
  const at = await house()
  await at.fault('mail', 'unavailable', { times: 1 })
  const { id } = await opened(at, 'stopped')
  await expect(tellAlarm(at.server.deps, id)).rejects.toThrow()
  expect(await letters(at, /остановлены/)).toHaveLength(2)
  expect(await alarms(at)).toMatchObject([{ told_at: null }])
  await tellAlarm(at.server.deps, id)
  expect(await letters(at, /остановлены/)).toHaveLength(3)
})

test('who has waited for days lets nobody sleep through selling that stops', async () => {
  const at = await house()
  const { deps } = at.server
  // Lists that are too old stop all selling.
  await at.db
    .updateTable('aml_versions')
    .set({ confirmed_at: new Date(0) })
    .execute()
  const { id } = await opened(at, 'waits')
  await tellAlarm(deps, id)
  expect(await letters(at, /ждут/)).toHaveLength(3)
  await looks(at)
  expect(await alarms(at)).toMatchObject([{ id, reason: 'stopped', told_at: null, over_at: null }])
  await tellAlarm(deps, id)
  expect(await letters(at, /остановлены/)).toHaveLength(3)
})

test('a day without tariff tables wakes somebody, and the letter says what to do', async () => {
  const at = await house()
  await at.db.updateTable('tariff_tables').set({ effective_to: '2026-01-02' }).execute()
  await expect
    .poll(
      async () => {
        await looks(at)
        return alarms(at)
      },
      { timeout: 15_000 },
    )
    .toMatchObject([{ reason: 'stopped', over_at: null }])
  const [alarm] = await alarms(at)
  await tellAlarm(at.server.deps, alarm?.id ?? '')
  expect(JSON.stringify(await at.mails('watch@example.kz'))).toMatch(
    /кестелерді енгізіңіз.*Внесите таблицы/s,
  )
})

test('an outage that lets one call through is not over, and opens nothing', async () => {
  const at = await house()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)
  const call = (outcome: string, seconds: number) => ({
    system: 'esbd',
    operation: 'SetPolicy',
    outcome,
    started_at: ago(seconds),
    attempts: 1,
    duration_ms: 100,
  })
  await at.db
    .insertInto('outside_calls')
    .values([...[30, 25, 20].map((seconds) => call('unavailable', seconds)), call('ok', 10)])
    .execute()
  await looks(at)
  expect(await alarms(at)).toEqual([])
  await opened(at, 'stopped')
  await looks(at)
  expect(await alarms(at)).toMatchObject([{ reason: 'stopped', over_at: null }])
})
