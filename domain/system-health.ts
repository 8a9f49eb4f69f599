/**
 * How the outside systems answer: their place in a purchase, bad quarters of an hour, limits of a
 * queue's wait. Pure; the figures are the server's. sale-steps.ts decides what it means for
 * selling.
 */
export const QUARTER_MS = 15 * 60 * 1000
/** A day of quarters. */
export const QUARTERS = 96

export const systemStates = ['up', 'slow', 'failing', 'down', 'unknown'] as const
export type SystemState = (typeof systemStates)[number]
export const stages = ['quote', 'payment', 'issue'] as const
export type Stage = (typeof stages)[number]

/** Each outside system's place in a purchase, in the order of the desk. */
export const systemPlaces = {
  gkb: { stage: 'quote' },
  bmg: { stage: 'quote' },
  licences: { stage: 'quote' },
  vehicles: { stage: 'quote' },
  addresses: { stage: 'quote' },
  idp: { stage: 'quote' },
  scoring: { stage: 'payment' },
  aml: { stage: 'payment' },
  kdp: { stage: 'payment' },
  bank: { stage: 'payment' },
  acquirer: { stage: 'payment' },
  epay: { stage: 'payment' },
  fiscal: { stage: 'payment' },
  esbd: { stage: 'issue' },
  files: { stage: 'issue' },
  antivirus: { stage: 'issue' },
  sms: { stage: 'issue' },
  mobizon: { stage: 'issue' },
  mail: { stage: 'issue' },
  partner: { stage: 'issue' },
} as const satisfies Record<string, { stage: Stage }>

/** Share of failed calls that is shown even if the last one went through. */
export const FAILING_SHARE = 0.1
/** Ms from which an answer is slow: the 90th percentile of a step, the mean of a quarter. */
export const SLOW_MS = 1_000

export type Quarter = { calls: number; failures: number; answeredMs: number }
export const quarterStates = ['none', 'well', 'slow', 'failed'] as const
export type QuarterState = (typeof quarterStates)[number]

/**
 * Returns the state of a quarter of an hour of one system: whether it had calls, failures or long
 * waits.
 */
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
  'issue',
  'home-register',
  'documents',
  'home-documents',
  'invoice',
  'payment-check',
  'notify',
  'refund',
  'ending',
  'fiscal',
  'file-scan',
  'kyc-rescreen',
  'aml-import',
  'addresses-import',
  'cleanup',
] as const
/** Minutes the oldest work of a queue may wait if the reference has no row of it. */
export const usualAllowance = 60
