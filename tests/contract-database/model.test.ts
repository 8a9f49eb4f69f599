import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { interruptSteps } from '#server/jobs/steps.ts'
import { differingFigures } from '../figures.ts'
import { testApp } from '../test-app.ts'
import {
  type Act,
  acts,
  does,
  findsBills,
  firstOrder,
  reportsChargebacks,
  retries,
  type Way,
} from './acts.ts'
import { reported, wrongOf } from './at-rest.ts'
import { chance, type Fixture, peopled, rows, signedInAnew } from './fixture.ts'
import { comesToRest, survives, workOn } from './workers.ts'

/**
 * The model of contracts against the real database: what everybody may do, three at once, with
 * deaths before and after every step and outages of the outside at random. `npm test` lives through
 * 40 sequences, `npm run test:full` through 200, `npm run test:model:database` through 5,000;
 * MODEL_SEED makes another run.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? (process.env.FULL_TESTS === 'on' ? 200 : 40))
const SEED = Number(process.env.MODEL_SEED ?? 20_261_120)
const AT_ONCE = 10
/** So many sequences share an app. */
const A_TEST_APP = 500
const DIES = 0.06
const OUTAGES = 0.5
const HOURS_LATER = 26
/** From so many sequences on everything happens at least once. */
const ENOUGH = 200
let interrupted = 0

/** Acts that hinder each other: left to chance they would meet seldom. */
const meetings: Act[][] = [
  ['dearer'],
  ['cheaper'],
  ['dearer', 'cancelPolicy'],
  ['cheaper', 'cancelPolicy'],
  ['cheaper', 'terminate', 'work'],
  ['pay', 'cancelPolicy', 'work'],
  ['payEverything', 'terminate', 'work'],
  ['work', 'cancelPolicy'],
  ['work', 'staffTerminate', 'work'],
  ['pay', 'partnerRefund', 'work'],
  ['cheaper', 'partnerRefund'],
  ['work', 'chargeback', 'cancelPolicy'],
  ['pay', 'cancelOrder'],
]

type Script = {
  way: Way
  partner: boolean
  /** Sold by a promoter. */
  promoted: boolean
  issuedFirst: boolean
  rounds: Act[][]
}
const script: fc.Arbitrary<Script> = fc.record({
  way: fc.constantFrom<Way>('byBill', 'byBill', 'byCard'),
  partner: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  promoted: fc.boolean(),
  issuedFirst: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  rounds: fc.array(
    fc.oneof(
      fc.array(fc.constantFrom<Act>(...acts), { minLength: 1, maxLength: 3 }),
      fc.constantFrom<Act[]>(...meetings),
    ),
    {
      minLength: 3,
      maxLength: 7,
    },
  ),
})

const outages = [
  {
    system: 'esbd',
    operation: 'SetPolicy',
    modes: ['error', 'unavailable', 'reset', 'reset_before', 'garbage'],
  },
  {
    system: 'esbd',
    operation: 'SetPolicyRescindingReason',
    modes: ['error', 'unavailable', 'reset', 'reset_before'],
  },
  {
    system: 'bank',
    operation: undefined,
    modes: ['error', 'unavailable', 'reset', 'reset_before', 'garbage'],
  },
  // Not the page the client types the card on, which is no call of ours.
  {
    system: 'acquirer',
    operation: 'init',
    modes: ['error', 'unavailable', 'reset', 'reset_before', 'garbage'],
  },
  {
    system: 'acquirer',
    operation: 'get_status3.php',
    modes: ['error', 'unavailable', 'reset', 'reset_before', 'garbage'],
  },
  {
    system: 'acquirer',
    operation: 'revoke.php',
    modes: ['error', 'unavailable', 'reset', 'reset_before', 'garbage'],
  },
  {
    system: 'acquirer',
    operation: 'result',
    modes: ['twice', 'never', 'bad_signature', 'wrong_amount'],
  },
  { system: 'sms', operation: undefined, modes: ['error', 'unavailable', 'reset'] },
] as const

/** One contract through its script, the acts of a round at the same moment. */
async function lives(
  fixture: Fixture,
  { way, partner, promoted, issuedFirst, rounds }: Script,
): Promise<string> {
  const sold = await firstOrder(fixture, way, partner, promoted)
  if (issuedFirst) {
    await does(fixture, sold, 'pay')
    await comesToRest(fixture, [sold.contractId])
  }
  return rounds.length > 0 ? sold.contractId : ''
}

async function oneBatch(
  fixture: Fixture,
  scripts: readonly Script[],
  random: () => number,
): Promise<string[]> {
  const { world } = fixture.at.sandbox
  const contracts: string[] = []
  const waiting = scripts.map((_one, n) => n)
  const begin = async () => {
    for (let n = waiting.pop(); n !== undefined; n = waiting.pop()) {
      const one = scripts[n]
      if (one) contracts[n] = await lives(fixture, one)
    }
  }
  await Promise.all([begin(), begin(), begin(), begin()])
  // From here on processes die and the outside is away now and then.
  interruptSteps(() => {
    const dies = random() < DIES
    if (dies) interrupted += 1
    return dies
  })
  const longest = Math.max(...scripts.map(({ rounds }) => rounds.length))
  for (let round = 0; round < longest; round += 1) {
    if (random() < OUTAGES) {
      const { system, operation, modes } =
        outages[Math.floor(random() * outages.length)] ?? outages[0]
      const mode = modes[Math.floor(random() * modes.length)] ?? 'error'
      world.faults.push({
        system,
        ...(operation ? { operation } : {}),
        mode,
        times: 1 + Math.floor(random() * 3),
      })
    }
    await Promise.all(
      scripts.flatMap(({ rounds }, n) =>
        (rounds[round] ?? []).map((act) =>
          survives(does(fixture, { contractId: contracts[n] ?? '' }, act)),
        ),
      ),
    )
  }
  interruptSteps(null)
  world.faults.length = 0
  return contracts
}
const apps = Array.from({ length: Math.ceil(RUNS / A_TEST_APP) }, (_, n) => ({
  n,
  runs: Math.min(A_TEST_APP, RUNS - n * A_TEST_APP),
}))

test.each(apps)(
  `contracts in real concurrency, seed ${SEED}, house $n: $runs sequences; at rest nothing is lost, doubled or left untold`,
  async ({ n, runs }) => {
    const at = await testApp({ WORKER: 'off', DATABASE_POOL: '16' })
    onTestFinished(() => interruptSteps(null))
    let fixture = await peopled(at)
    const random = chance(SEED + n)
    let batch = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(script, { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (scripts) => {
          batch += 1
          fixture = await signedInAnew(at)
          const contracts = await oneBatch(fixture, scripts, random)
          // Now and then nobody looks for more than a day: bills die, money comes late.
          if (batch % 7 === 0) await laterOn(fixture, contracts)
          expect(
            await atRest(fixture, contracts),
            JSON.stringify({ batch, contracts, scripts }),
          ).toEqual([])
          const { told, booked, kept } = await reported(fixture)
          expect({ told, kept }).toEqual({ told: booked, kept: booked })
          // Days may have passed since they signed in.
          const { accountant, promoter } = await signedInAnew(at)
          const period = { from: '2026-11-01', to: '2027-01-31' }
          expect(await differingFigures(at, accountant, period, [promoter])).toEqual([])
        },
      ),
      { seed: SEED + n, numRuns: Math.ceil(runs / AT_ONCE), endOnFailure: true },
    )
    // The world was rough enough to prove something.
    const lived = await livedThrough(fixture)
    console.info(
      `seed ${SEED + n}: ${runs} sequences, ${JSON.stringify({ ...lived, interrupted })}`,
    )
    if (runs < ENOUGH) return
    for (const [what, count] of Object.entries({ ...lived, interrupted }))
      expect(count, what).toBeGreaterThan(0)
  },
  RUNS * 20_000 + 120_000,
)

/** How often the things that matter have happened. */
async function livedThrough(fixture: Fixture): Promise<Record<string, number>> {
  const [counts] = await rows<Record<string, number>>(
    fixture,
    `select (select count(*)::int from orders) as orders,
       (select count(*)::int from policies where state = 'replaced') as replaced,
       (select count(*)::int from policies where state = 'cancelled') as cancelled,
       (select count(*)::int from policies where state = 'terminated') as terminated,
       (select count(*)::int from refunds where reason = 'reissue') as left_over,
       (select count(*)::int from refunds where reason = 'late_or_second_payment') as late_or_second,
       (select count(*)::int from refunds where reason = 'not_issued') as not_issued,
       (select count(*)::int from refunds where reason = 'partner') as partner,
       (select count(*)::int from refunds where reason = 'chargeback') as charged_back`,
  )
  return counts ?? {}
}

async function atRest(before: Fixture, contracts: readonly string[]): Promise<unknown[]> {
  // Days may have passed, and staff have signed in again.
  const fixture = await signedInAnew(before.at)
  let open: unknown[] = await comesToRest(fixture, contracts)
  // The acquirer repeats what it was not heard with.
  for (const id of contracts) await reportsChargebacks(fixture, id)
  await findsBills(fixture, contracts)
  open = await comesToRest(fixture, contracts)
  // What failed is sent once more by staff; what is still not gone then was taken back by the
  // card's bank.
  for (const id of contracts) await retries(fixture, id)
  open = await comesToRest(fixture, contracts)
  return [...open, ...(await wrongOf(fixture, contracts))]
}

/** A day later: what nobody paid is over, and some of it is paid all the same. */
async function laterOn(fixture: Fixture, contracts: readonly string[]) {
  const { world } = fixture.at.sandbox
  await world.setNow(new Date(world.now().getTime() + HOURS_LATER * 3_600_000).toISOString())
  for (const id of contracts) await workOn(fixture, id)
  await Promise.all(contracts.map((contractId) => does(fixture, { contractId }, 'payClosed')))
}
