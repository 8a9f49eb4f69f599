import { generate } from './data/generate.ts'
import { accountsAgree, atRest, toldAfter } from './day/accounting.ts'
import { coresOf } from './day/apart.ts'
import { type Country, country } from './day/country.ts'
import { bareMemory } from './day/cpu.ts'
import { busiest, cameOf, goodOf, type Lived, shares, spread, whyOf } from './day/lived.ts'
import { settingsOfStart } from './day/program.ts'

const FACTOR = Number(process.env.FACTOR ?? 0.5)
const SECONDS = Number(process.env.SECONDS ?? 600)
const PROCESSES = Number(process.env.PROCESSES ?? 2)
const SEED = Number(process.env.SEED ?? 1)
/** Policies of earlier years in the database before the day begins. */
const POLICIES = Number(process.env.POLICIES ?? 0)
/** Hosts of their own with so many cores each; see `day/apart.ts`. */
const CORES = process.env.CORES
/** PgBouncer before the database (`PGBOUNCER`, else as the path has it); see `day/pooler.ts`. */
const POOLED = process.env.POOLER === 'on'
/** Our processes write what their threads did to `qorgan-profiles` of the temporary folder. */
const PROFILE = process.env.PROFILE === 'on'
const WARM_SECONDS = Math.min(20, SECONDS)
/** The search for where it breaks: from a small share upwards, each step so many seconds. */
const STEP = { from: 0.05, times: 1.3, seconds: Number(process.env.STEP_SECONDS ?? 30), most: 12 }
const BEYOND = 3

/**
 * A share of the country's stress day (`FACTOR`, `SECONDS`), then, unless `OVERLOAD=off`, more
 * until it breaks and three times what it carries. Every part is a process of its own on this
 * machine; what nobody may lose is compared with the outside's journal at the end.
 */
export async function dayBench() {
  const fill = POLICIES > 0 ? { fill: generated } : {}
  const cores = CORES ? { cores: coresOf(CORES) } : {}
  const place = await country({
    processes: PROCESSES,
    seed: SEED,
    profile: PROFILE,
    pooled: POOLED,
    ...fill,
    ...cores,
  })
  const told: string[] = []
  const live = async (factor: number, seconds: number, warm: number) => {
    const lived = await place.live(factor, seconds, warm)
    told.push(...lived.placed.map(({ orderId }) => orderId))
    console.log(`${seconds} s at ${factor.toFixed(3)} of the stress day\n${figuresOf(lived)}`)
    return lived
  }
  try {
    const lived = await live(FACTOR, SECONDS, WARM_SECONDS)
    const results = [shareOf(lived), await accounting(place, told), await memoryOf(lived)]
    if (process.env.OVERLOAD !== 'off') {
      results.push(...(await breaking(live, place)))
      results.push(await accounting(place, told))
    }
    return results
  } finally {
    await place.close()
  }
}

const generated: Parameters<typeof country>[0]['fill'] = (client, home) =>
  generate(client, { policies: POLICIES, seed: SEED }, home)

/**
 * It holds: nothing lost, nobody shed but one in a hundred, calculations within the five
 * seconds of an outside call.
 */
const holds = (lived: Lived): boolean =>
  (['page', 'calculation', 'poll', 'order'] as const).every(
    (kind) => goodOf(lived, kind) >= cameOf(lived, kind) * 0.97,
  ) && (lived.kinds.of.calculation?.p95 ?? 0) < 5_000

function shareOf(lived: Lived) {
  return {
    name: `${lived.factor} of the country's stress day for ${lived.seconds} s, the share of calculations answered well`,
    ratio: goodOf(lived, 'calculation') / Math.max(1e-9, cameOf(lived, 'calculation')),
    goal: '≥ 0.97 at a half for 600 s',
    detail: `${holds(lived) ? 'it holds' : 'it does not hold'}; ${busiest(lived)}`,
  }
}

/** What each of our processes holds in the end against a bare server after as many answers. */
async function memoryOf({ kinds, seconds, memory }: Lived) {
  const answers = Object.values(kinds.of).flatMap(({ perSecond }) => Object.values(perSecond))
  const each = (answers.reduce((sum, rate) => sum + rate, 0) * seconds) / PROCESSES
  const ours = memory.reduce((sum, one) => sum + (one.at(-1) ?? 0), 0) / memory.length
  const bare = await bareMemory(each, settingsOfStart())
  return {
    name: 'memory of a process at the end against a bare Fastify with zod after as many answers',
    ratio: ours / bare,
    goal: '≤ 2',
    detail: `${ours.toFixed(0)} against ${bare.toFixed(0)} MB, ${Math.round(each)} answers of each`,
  }
}

async function accounting(place: Country, told: readonly string[]) {
  const rest = await atRest(place.sql, place.journal)
  const { orders, paid, tenge, issued, wrong } = await accountsAgree(
    place.sql,
    await place.journal(),
    told,
  )
  const [half, most] = await toldAfter(place.sql)
  const quiet = rest === null ? 'NOT at rest' : `at rest ${rest.toFixed(0)} s after the last client`
  const word = `clients told ${half.toFixed(1)} / ${most.toFixed(1)} s after the issue (p50, p95)`
  const faults = wrong.length > 0 ? `\n  ${wrong.slice(0, 20).join('\n  ')}` : ''
  return {
    name: 'lost or doubled, of what was ordered, paid, registered, printed and told',
    ratio: wrong.length,
    goal: '0',
    detail: `${orders} orders, ${paid} payments of ${tenge} ₸, ${issued} policies; ${quiet}; ${word}${faults}`,
  }
}

/** Raises the share until it breaks, then asks for three times of what it carried. */
async function breaking(
  live: (factor: number, seconds: number, warm: number) => Promise<Lived>,
  place: Country,
) {
  let carried: Lived | null = null
  let broke: Lived | null = null
  let factor = STEP.from
  for (let step = 0; step < STEP.most && !broke; step += 1, factor *= STEP.times) {
    const lived = await live(factor, STEP.seconds, 8)
    if (holds(lived)) carried = lived
    else broke = lived
    await atRest(place.sql, place.journal)
  }
  if (!carried || !broke)
    return [
      {
        name: 'where it breaks',
        ratio: factor,
        goal: '',
        detail: carried ? 'it did not break' : 'the smallest share broke it',
      },
    ]
  const beyond = await live(carried.factor * BEYOND, STEP.seconds * 2, 10)
  const ratio = (kind: 'page' | 'calculation' | 'poll' | 'order') =>
    goodOf(beyond, kind) / Math.max(0.001, goodOf(carried, kind))
  const turned = ['calculation', 'poll', 'order'].map(
    (kind) => `${kind}s ${(beyond.kinds.of[kind as 'poll']?.perSecond.later ?? 0).toFixed(1)}`,
  )
  return [
    {
      name: 'the share of the stress day this machine carries',
      ratio: carried.factor,
      goal: '≥ 0.5',
      detail: `it broke at ${broke.factor.toFixed(3)}: ${whyOf(broke)}; ${busiest(broke)}`,
    },
    {
      name: 'goodput at three times of that against what was carried, calculations',
      ratio: ratio('calculation'),
      goal: '≥ 0.9',
      detail: `pages ${ratio('page').toFixed(2)}, polls ${ratio('poll').toFixed(2)}, orders ${ratio('order').toFixed(2)}; asked to come later a second: ${turned.join(', ')}; broken ${(beyond.kinds.of.calculation?.perSecond.broken ?? 0).toFixed(2)}`,
    },
  ]
}

const mb = (bytes: number) => (bytes / 1_048_576).toFixed(0)

function figuresOf(lived: Lived): string {
  const { before, after, memory, live, kinds } = lived
  const { seconds } = shares(lived)
  const lines = Object.entries(kinds.of).map(([kind, { perSecond, p50, p95, p99 }]) => {
    const rates = Object.entries(perSecond).map(
      ([outcome, rate]) => `${outcome} ${rate.toFixed(2)}`,
    )
    return `  ${kind}: ${rates.join(', ')} a second; ${p50.toFixed(0)} / ${p95.toFixed(0)} / ${p99.toFixed(0)} ms (p50, p95, p99)`
  })
  const course = (all: readonly (readonly number[])[]) =>
    all.map((one) => one.map((mb) => mb.toFixed(0)).join(' ')).join(' | ')
  return [
    ...lines,
    `  writing transactions ${((after.writes - before.writes) / seconds).toFixed(0)} a second`,
    `  memory of ours, MB, from tenth to tenth: ${course(memory)}; heap that lived on after full collections: ${course(live.map(spread))}`,
    ...lived.holds.map(
      ({ rss, heapTotal, heapUsed, external }) =>
        `  of ${mb(rss)} MB at the end the heap has ${mb(heapTotal)} (used ${mb(heapUsed)}), buffers ${mb(external)}, program and libraries the rest`,
    ),
    `  ${busiest(lived)}`,
    ...(Object.keys(kinds.samples).length > 0 ? [`  ${JSON.stringify(kinds.samples)}`] : []),
  ].join('\n')
}
