/**
 * How well the product can sell, from how the outside systems answer: what stops without each of
 * them, when a quarter of an hour was bad, how long a queue may wait. Pure; the figures are the
 * server's.
 */
export const QUARTER_MS = 15 * 60 * 1000
/** A day of quarters. */
export const QUARTERS = 96

export type SystemState = 'up' | 'slow' | 'failing' | 'down' | 'unknown'
export const stages = ['quote', 'payment', 'issue'] as const
export type Stage = (typeof stages)[number]
/** `must`: the stage stops for everybody; else for some of them, or only what comes after it. */
type Place = { stage: Stage; must: boolean }

/** Where each outside system stands in a purchase, in the order of the desk. */
export const systemPlaces = {
  gkb: { stage: 'quote', must: true },
  bmg: { stage: 'quote', must: true },
  licences: { stage: 'quote', must: true },
  vehicles: { stage: 'quote', must: true },
  addresses: { stage: 'quote', must: false },
  idp: { stage: 'quote', must: false },
  scoring: { stage: 'payment', must: true },
  aml: { stage: 'payment', must: false },
  kdp: { stage: 'payment', must: false },
  bank: { stage: 'payment', must: true },
  acquirer: { stage: 'payment', must: false },
  fiscal: { stage: 'payment', must: false },
  esbd: { stage: 'issue', must: true },
  files: { stage: 'issue', must: false },
  antivirus: { stage: 'issue', must: false },
  sms: { stage: 'issue', must: false },
  mail: { stage: 'issue', must: false },
  partner: { stage: 'issue', must: false },
} as const satisfies Record<string, Place>
const places: Readonly<Record<string, Place>> = systemPlaces

/** So large a share of failed calls is told even when the last one went through. */
export const FAILING_SHARE = 0.1
/** Where every tenth call takes so long, people wait. */
export const SLOW_MS = 1_000

export type Quarter = { calls: number; failures: number; answeredMs: number }
export const quarterStates = ['none', 'well', 'slow', 'failed'] as const
export type QuarterState = (typeof quarterStates)[number]

/** A quarter of an hour of one system: asked at all, in vain, or with a long wait. */
export function quarterState({ calls, failures, answeredMs }: Quarter): QuarterState {
  if (calls === 0) return 'none'
  if (failures / calls > FAILING_SHARE) return 'failed'
  const answered = calls - failures
  return answered > 0 && answeredMs / answered >= SLOW_MS ? 'slow' : 'well'
}

/** How long an answer usually takes, ms; null where too few came to say so. */
export function usualMs(quarters: readonly Quarter[]): number | null {
  const [calls, ms] = quarters.reduce(
    ([count, sum], { calls, failures, answeredMs }) => [count + calls - failures, sum + answeredMs],
    [0, 0],
  )
  return calls >= 5 ? Math.round(ms / calls) : null
}

/** Bad quarters in a row, from and to their places; what quiet quarters part is one failure. */
export function failuresOf(states: readonly QuarterState[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  for (const [at, state] of states.entries()) {
    if (state !== 'failed') continue
    const last = found.at(-1)
    const isSame = last && states.slice(last.to + 1, at).every((one) => one === 'none')
    if (isSame) last.to = at
    else found.push({ from: at, to: at })
  }
  return found
}

/** Queues whose oldest work has an allowance of its own in the reference (`queue_allowances`). */
export const watchedQueues = [
  ...['issue', 'home-register', 'documents', 'home-documents', 'invoice', 'payment-check'],
  ...['home-check', 'notify', 'home-tell', 'refund', 'home-refund', 'ending', 'fiscal'],
  ...['file-scan', 'kyc-rescreen', 'aml-import', 'addresses-import', 'cleanup'],
] as const
/** Minutes the oldest work of a queue may wait where the reference has no row of it. */
export const usualAllowance = 60

export const verdictKinds = [
  'lists_old',
  'no_issue',
  'no_quote',
  'no_payment',
  'slow_issue',
  'slow_quote',
  'slow_payment',
  'queue_late',
  'partly',
  'well',
] as const
export type Verdict = {
  kind: (typeof verdictKinds)[number]
  tone: 'bad' | 'now' | 'good'
  /** The systems it is said of. */
  systems: string[]
}

type Known = {
  systems: readonly { system: string; state: SystemState }[]
  /** False: a list that blocks is missing or too old, and nothing is issued. */
  listsFresh: boolean
  /** A queue's oldest waits longer than it may. */
  queueLate: boolean
}

/** One sentence before everything: may we sell, and what goes badly. The gravest alone is said. */
export function verdictOf({ systems, listsFresh, queueLate }: Known): Verdict {
  if (!listsFresh) return { kind: 'lists_old', tone: 'bad', systems: [] }
  const named = (bad: readonly SystemState[], stage: Stage) =>
    systems.flatMap(({ system, state }) =>
      bad.includes(state) && places[system]?.must && places[system]?.stage === stage
        ? [system]
        : [],
    )
  const order = ['issue', 'quote', 'payment'] as const
  for (const stage of order) {
    const gone = named(['down'], stage)
    if (gone.length > 0) return { kind: `no_${stage}`, tone: 'bad', systems: gone }
  }
  for (const stage of order) {
    const slow = named(['failing', 'slow'], stage)
    if (slow.length > 0) return { kind: `slow_${stage}`, tone: 'now', systems: slow }
  }
  if (queueLate) return { kind: 'queue_late', tone: 'now', systems: [] }
  const unwell = systems.filter(({ state }) => state !== 'up' && state !== 'unknown')
  return unwell.length > 0
    ? { kind: 'partly', tone: 'now', systems: unwell.map(({ system }) => system) }
    : { kind: 'well', tone: 'good', systems: [] }
}
