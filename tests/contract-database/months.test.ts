import { expect, test } from 'vitest'
import { addDays, almatyDay, startOfDay } from '#domain/calendar.ts'
import { signedIn } from '../client.ts'
import { differingByTime } from '../figures.ts'
import { subscribed } from '../home.ts'
import { promoterAccount } from '../promoter.ts'
import { clockTo, consents } from '../sale.ts'
import { sharedTestApp, until } from '../test-app.ts'
import { does, firstOrder, reportsChargebacks, retries, type Way } from './acts.ts'
import { chance, type Fixture, peopled, rows, second, signedInAnew } from './fixture.ts'
import { comesToRest } from './workers.ts'

const at = sharedTestApp()
const SEED = Number(process.env.MODEL_SEED ?? 20_261_120)
/** The days on which something happens: in November, December and January. */
const days = ['2026-11-20', '2026-11-30', '2026-12-01', '2026-12-19', '2027-01-02', '2027-01-19']
/** The tables of the law that the sandbox has end with the year: after it sales only change. */
const SOLD_BEFORE = '2026-12-31'
const WHOLE = { from: '2026-11-01', to: '2027-01-31' }
/** What happens to a contract of an earlier day, and what ends it; each must meet every month. */
const later = [
  ...(['dearer', 'dearer', 'cheaper', 'cheaper', 'same', 'terminate', 'staffTerminate'] as const),
  ...(['partnerRefund', 'chargeback', 'giveBack', 'payClosed', 'cancelPolicy'] as const),
]

/** Late in the evening of a day: its movements are of the next day in London. */
const evening = (day: string) =>
  new Date(startOfDay(day).getTime() + 22.5 * 3_600_000).toISOString()

async function dayGoesBy(
  fixture: Fixture,
  contracts: string[],
  random: () => number,
  isSold: boolean,
): Promise<void> {
  const pick = <One>(of: readonly One[]) => of[Math.floor(random() * of.length)] as One
  const before = [...contracts]
  for (const promoted of isSold ? [true, false, true] : []) {
    const way = pick<Way>(['byBill', 'byCard'])
    const { contractId } = await firstOrder(fixture, way, !promoted && random() < 0.5, promoted)
    contracts.push(contractId)
    // One in eight is paid too late.
    await does(fixture, { contractId }, random() < 0.12 ? 'cancelOrder' : 'pay')
  }
  await comesToRest(fixture, contracts)
  const [cancelled] = isSold ? contracts.slice(-1) : []
  if (cancelled) await does(fixture, { contractId: cancelled }, 'cancelPolicy')
  for (const contractId of before) {
    if (random() < 0.3) continue
    await does(fixture, { contractId }, pick(later))
    await does(fixture, { contractId }, 'payEverything')
  }
  await comesToRest(fixture, contracts)
  for (const id of contracts) {
    await reportsChargebacks(fixture, id)
    await retries(fixture, id)
  }
  expect(await comesToRest(fixture, contracts)).toEqual([])
}

test(`lives over three months, seed ${SEED}: what has one name has one figure for each month and day, and months sum to the whole`, async () => {
  let fixture = await peopled(at())
  const random = chance(SEED)
  const { id } = await promoterAccount(at())
  const terms = { account_id: id, day_goal: 10, set_at: new Date(), set_by: id }
  await at()
    .db.insertInto('promoter_terms')
    .values([
      { ...terms, effective_from: '2026-11-01', pay_percent: 40 },
      { ...terms, effective_from: '2026-12-15', pay_percent: 33 },
    ])
    .execute()
  const home = await subscribed(at(), await signedIn(at()))
  const contracts: string[] = []
  for (const day of days) {
    await clockTo(at(), evening(day))
    fixture = await signedInAnew(at())
    // A consent is given for a time.
    await consents(at(), fixture.buying, second.iin)
    await dayGoesBy(fixture, contracts, random, day < SOLD_BEFORE)
  }
  await until(
    () =>
      at()
        .db.selectFrom('home_subscriptions')
        .select('next_period')
        .where('id', '=', home)
        .executeTakeFirstOrThrow(),
    ({ next_period }) => next_period === 3,
  )
  const lines = await rows<{ at: Date; key: string }>(fixture, 'select at, key from ledger')
  const kinds = new Set(lines.map(({ key }) => key.split(':')[0]))
  for (const kind of ['premium_taken_over', 'premium_cancelled', 'returned', 'refund', 'payment'])
    expect([...kinds], 'the months were rough enough').toContain(kind)
  expect(new Set(lines.map((line) => almatyDay(line.at).slice(0, 7))).size).toBe(3)
  const { accountant, promoter } = await signedInAnew(at())
  expect(
    await differingByTime(at(), accountant, WHOLE, {
      days: days.filter((day) => day > WHOLE.from && addDays(day, 1) < WHOLE.to).slice(1, 5),
      promoters: [promoter],
    }),
  ).toEqual([])
}, 240_000)
