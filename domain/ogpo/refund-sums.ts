import Big from 'big.js'
import { countDays, type Day } from '../calendar.ts'
import type { Finding } from '../finding.ts'
import { roundTenge, type Tenge } from '../money.ts'
import * as refusals from '../refusals.ts'
import type { RetentionRow } from './tables.ts'

/** A paid contract; days of Almaty, the last included. */
export type PaidContract = { paid: Tenge; start: Day; end: Day }

export const terminateReasons = ['sold', 'died', 'own_will'] as const
export type TerminateReason = (typeof terminateReasons)[number]

/**
 * Whether a car that is still registered forbids the termination: a row per reason (settled.md,
 * "Prices"); not the law, a product rule.
 */
export const registrationForbids: Record<TerminateReason, boolean> = {
  sold: true,
  died: true,
  own_will: true,
}

/**
 * Sums in tenge; retained + refund = paid. `elapsedDays` is 0 while the contract is not yet in
 * force.
 */
export type Refund = { refund: Tenge; retained: Tenge; elapsedDays: number; totalDays: number }

/**
 * Days in force, the day of the request counted (art. 15): 0 before the start, all of them after
 * the end.
 */
export function elapsedDays(contract: { start: Day; end: Day }, requestedOn: Day): number {
  if (requestedOn < contract.start) return 0
  return Math.min(countDays(contract.start, requestedOn), totalDays(contract))
}

/** Days of the contract, first and last included. */
export function totalDays(contract: { start: Day; end: Day }): number {
  return countDays(contract.start, contract.end)
}

/**
 * Refund of a termination by the retention table of the law (art. 15): the insurer keeps a share by
 * the part of the term elapsed, lower bounds included. `table` is `termination` of the tariff
 * tables; RangeError when no row covers the share.
 */
export function terminationRefund(
  contract: PaidContract,
  requestedOn: Day,
  table: RetentionRow[],
): Refund & { retainedPercent: number } {
  const n = elapsedDays(contract, requestedOn)
  const percent = new Big(n).times(100)
  const all = totalDays(contract)
  const row = table.find(
    ({ fromPercent, toPercentExclusive }) =>
      percent.gte(new Big(fromPercent).times(all)) &&
      (toPercentExclusive === null || percent.lt(new Big(toPercentExclusive).times(all))),
  )
  if (!row) throw new RangeError('the retention table has a hole')
  const retained = roundTenge(new Big(contract.paid).times(row.retainedPercent).div(100))
  return {
    refund: contract.paid - retained,
    retained,
    elapsedDays: n,
    totalDays: all,
    retainedPercent: row.retainedPercent,
  }
}

/**
 * Computes a refund pro rata to the days, if a new contract with the same insurer follows (art.
 * 15): kept = paid × n ÷ N.
 */
export function proRataRefund(contract: PaidContract, requestedOn: Day): Refund {
  const n = elapsedDays(contract, requestedOn)
  const all = totalDays(contract)
  const retained = roundTenge(new Big(contract.paid).times(n).div(all))
  return { refund: contract.paid - retained, retained, elapsedDays: n, totalDays: all }
}

/**
 * `remaining` of the old premium, `total` of the new contract, and which side pays the difference
 * (settled.md, "Prices").
 */
export type ReissueSums = { remaining: Tenge; total: Tenge; surcharge: Tenge; refund: Tenge }

/**
 * Reissue: the old contract ends and a new one costing `total` begins; pro rata with the same
 * insurer, else by the retention table.
 */
export function reissueSums(
  old: PaidContract,
  total: Tenge,
  of: { requestedOn: Day; sameInsurer: boolean; table: RetentionRow[] },
): ReissueSums {
  const { refund: remaining } = of.sameInsurer
    ? proRataRefund(old, of.requestedOn)
    : terminationRefund(old, of.requestedOn, of.table)
  return {
    remaining,
    total,
    surcharge: Math.max(0, total - remaining),
    refund: Math.max(0, remaining - total),
  }
}

/**
 * Cancelling: only on the day of issue and before the start, the whole premium back; else 14005.
 */
export function cancelRefund(
  contract: PaidContract & { issuedOn: Day },
  today: Day,
): { refund: Tenge } | Finding {
  return today === contract.issuedOn && today < contract.start
    ? { refund: contract.paid }
    : { code: refusals.tooLateToCancel }
}

/**
 * `carStillRegistered` for every car that is still registered to the policyholder; an empty list
 * when the contract may be terminated.
 */
export function mayTerminate(
  reason: TerminateReason,
  cars: { plate: string; registered: boolean }[],
): Finding[] {
  if (!registrationForbids[reason]) return []
  return cars
    .filter((car) => car.registered)
    .map((car): Finding => ({ code: refusals.carStillRegistered, plate: car.plate, reason }))
}
