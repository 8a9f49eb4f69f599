import type { Context } from '../http/context.ts'
import type { Quote } from '../quotes/quotes.ts'
import { noteMismatch } from './mismatch.ts'

/**
 * Of these insurers, those we have a contract with that names what we keep of an OGPO premium
 * today, with that percent, and a login of in the unified database: nothing of the others can be
 * sold.
 */
export async function agreedOn<T extends { code: string; esbdSystemId: number }>(
  { reference, clock, config }: Pick<Context, 'reference' | 'clock' | 'config'>,
  insurers: readonly T[],
): Promise<(T & { commissionPercent: string })[]> {
  const found: (T & { commissionPercent: string })[] = []
  for (const insurer of insurers) {
    const commissionPercent = await reference.commission(clock.today(), insurer.code, 'ogpo')
    const loggedIn = config.systems.esbd.insurers.some(
      ({ systemId }) => systemId === insurer.esbdSystemId,
    )
    if (commissionPercent !== null && loggedIn) found.push({ ...insurer, commissionPercent })
  }
  return found
}

/**
 * Whether the contract with the insurer still says what the quote was made with; the accountant
 * sees it where not (`brokerPremiumMismatch`).
 */
export async function stillAgreed(
  { facts }: Quote,
  { db, reference, clock }: Context,
): Promise<boolean> {
  const { code, commissionPercent } = facts.insurer
  const day = clock.today()
  const ours = await reference.commission(day, code, 'ogpo')
  if (ours !== null && Number(ours) === Number(commissionPercent)) return true
  await noteMismatch(db, { insurer: code, day, ours, theirs: commissionPercent })
  return false
}
