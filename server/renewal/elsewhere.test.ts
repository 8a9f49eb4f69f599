import { expect, test } from 'vitest'
import { sweep } from '#server/jobs/workers.ts'
import { account } from '#tests/client.ts'
import { sharedTestApp, type TestApp, testApp, until } from '#tests/test-app.ts'
import { recoveries } from '../work.ts'
import { remindElsewhere } from './elsewhere.ts'

const phone = '77015557001'
const form = () => ({
  plate: '404 abc 02',
  end: '01.03.2027',
  phone: '+7 701 555 70 01',
  consent: 'yes',
})

/** A form of the page, sent as a browser without scripts sends it; what the page shows. */
async function sends(at: TestApp, fields: Record<string, string>, path = '/ru/remind') {
  const answer = await fetch(at.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: answer.status, data: shown(await answer.text()) }
}
const opens = async (at: TestApp, path: string) => shown(await (await fetch(at.url + path)).text())
const shown = (html: string) =>
  html.includes('{') ? JSON.parse(html.slice(html.indexOf('{'))) : null
const rows = (at: TestApp) => at.db.selectFrom('reminders_elsewhere').selectAll().execute()
const told = async (at: TestApp) =>
  (await at.messages(phone)).filter(({ text }) => text.includes('/remind/'))
const goes = async (at: TestApp, day: string) => {
  await at.control('POST', '/control/clock', { now: `${day}T06:00:00Z` })
  await until(
    async () => at.server.deps.clock.today(),
    (today) => today === day,
  )
  await sweep(at.server.deps, recoveries)
}

test('a policy bought elsewhere is told of once, on its day, and its link takes everything away', {
  timeout: 60_000,
}, async () => {
  const at = await testApp()
  const asked = form()
  const { status, data } = await sends(at, asked)
  expect(status).toBe(200)
  expect(data.sent).toEqual({ plate: '404ABC02', end: '01.03.2027', day: '2027-01-30' })
  // Reloaded: the same wish.
  await sends(at, asked)
  expect(await rows(at)).toMatchObject([
    { plate: '404ABC02', phone, ends_on: '2027-03-01', remind_on: '2027-01-30', locale: 'ru' },
  ])
  await goes(at, '2027-01-29')
  expect(await told(at)).toEqual([])
  await goes(at, '2027-01-30')
  const [message] = await until(
    () => told(at),
    (found) => found.length > 0,
  )
  expect(message?.text).toContain('404ABC02')
  expect(message?.text).toContain('01.03.2027')
  await until(
    () => rows(at),
    ([row]) => row?.sent_at !== null,
  )
  await goes(at, '2027-01-31')
  expect(await told(at)).toHaveLength(1)

  const path = /\/ru\/remind\/\w+/.exec(message?.text ?? '')?.[0] ?? ''
  // A link scanner that opens it first deletes nothing.
  expect(await opens(at, path)).toMatchObject({
    plate: '404ABC02',
    end: '2027-03-01',
    stopped: false,
  })
  expect(JSON.stringify(await opens(at, path))).not.toContain(phone)
  await sends(at, { stop: 'yes' }, path)
  expect(await rows(at)).toEqual([])
  expect(await opens(at, path)).toMatchObject({ plate: '', stopped: true })
})

test('who asks again for the same car has one message, of the newer day; nothing outlives the policy', {
  timeout: 60_000,
}, async () => {
  const at = await testApp()
  await sends(at, form())
  await sends(at, { ...form(), end: '15.12.2026' })
  expect(await rows(at)).toMatchObject([{ ends_on: '2026-12-15', remind_on: '2026-12-08' }])
  await goes(at, '2026-12-16')
  expect(await rows(at)).toEqual([])
  expect(await told(at)).toEqual([])
})

/** A phone that its client has proved here. */
const proved = (at: TestApp) => account(at, { iin: '850315399904', phone })

test('a phone that nobody has proved has one car, and is told once', {
  timeout: 60_000,
}, async () => {
  const at = await testApp()
  await sends(at, form())
  const another = await sends(at, { ...form(), plate: '405 abc 02' })
  expect([another.status, another.data.errors]).toEqual([
    422,
    { phone: 'На этот номер напоминание уже записано. Укажите другой номер.' },
  ])
  await goes(at, '2027-01-30')
  await until(
    () => rows(at),
    ([row]) => row?.sent_at !== null,
  )
  expect((await sends(at, { ...form(), end: '15.03.2027' })).status).toBe(422)
  const counted = await at.db
    .selectFrom('rate_limits')
    .select('points')
    .where('key', '=', `smsPerPhoneADay:${phone}`)
    .execute()
  expect(counted).toEqual([{ points: 1 }])
})

test('a phone that was rung all day is told of its policy tomorrow', async () => {
  const at = await testApp({ WORKER: 'off' })
  await sends(at, form())
  const [row] = await rows(at)
  await at.server.deps.limits.take('smsPerPhoneADay', phone)
  await at.db.updateTable('rate_limits').set({ points: 1_000_000 }).execute()
  await remindElsewhere(at.server.deps, row?.id ?? '')
  expect(await told(at)).toEqual([])
  expect(await rows(at)).toMatchObject([{ tried_at: null, sent_at: null }])
})

test('a phone that somebody named with several cars gets one message a day', {
  timeout: 60_000,
}, async () => {
  const at = await testApp()
  await proved(at)
  await sends(at, form())
  await sends(at, { ...form(), plate: '405 abc 02' })
  await goes(at, '2027-01-30')
  await until(
    () => rows(at),
    (all) => all.some((row) => row.sent_at !== null),
  )
  await sweep(at.server.deps, recoveries)
  expect(await told(at)).toHaveLength(1)
  await goes(at, '2027-01-31')
  await until(
    () => told(at),
    (found) => found.length === 2,
  )
})

test('a phone has messages of ten cars waiting at most, and its own car may still be changed', async () => {
  const at = await testApp({ WORKER: 'off' })
  await proved(at)
  for (let n = 410; n < 420; n += 1) await sends(at, { ...form(), plate: `${n} abc 02` })
  const { status, data } = await sends(at, { ...form(), plate: '420 abc 02' })
  expect([status, data.errors]).toEqual([
    422,
    { phone: 'На этот номер уже записано 10 напоминаний. Укажите другой номер.' },
  ])
  expect(await rows(at)).toHaveLength(10)
  const changed = await sends(at, { ...form(), plate: '410 abc 02', end: '02.03.2027' })
  expect(changed.data.sent).toEqual({ plate: '410ABC02', end: '02.03.2027', day: '2027-01-31' })
})

const unchanged = sharedTestApp({ WORKER: 'off' })
test.each([
  [{ plate: 'сенің көлігің' }, { plate: 'Проверьте госномер' }],
  [
    { end: '01.03.2028' },
    { end: 'Проверьте дату окончания: не раньше послезавтра и не позже чем через год' },
  ],
  [{ end: '31.02.2027' }, { end: 'Проверьте дату' }],
  [{ phone: '12' }, { phone: 'Проверьте номер телефона' }],
  [{ consent: '' }, { consent: 'Отметьте согласие: без него мы не можем хранить ваш номер' }],
])('%o is told in words, and nothing is kept', async (wrong, errors) => {
  const at = unchanged()
  const { status, data } = await sends(at, { ...form(), ...wrong })
  expect(status).toBe(422)
  expect(data.errors).toEqual(errors)
  expect(data.sent).toBeNull()
  expect(await rows(at)).toEqual([])
})
