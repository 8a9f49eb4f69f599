import * as refusals from '#domain/refusals.ts'
import { myAccount } from '../accounts/accounts.ts'
import { HttpError, ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { waitForDay } from './few-days.ts'

/**
 * Whether the other car was insured that day, and where, as the unified database says; how it was
 * insured or by whom is nobody's. Counted, so that no list of the insured is made, and few
 * days of one car are answered, so that nobody learns from when to when it is insured.
 */
export const otherCar = handle('claimOtherCar', async ({ plate, on }, context) => {
  const { db, me, limits, systems, reference, locale } = context
  const account = await myAccount(db, me())
  await limits.count('otherCarsPerClient', account.id)
  const wait = await waitForDay(context, { who: account.id, named: plate, on })
  if (wait !== null)
    throw new HttpError(
      429,
      { code: refusals.passwordResetRateLimit },
      { 'retry-after': String(wait) },
    )
  const [policy] = (await systems.esbd.policiesOfVehicle({ plate }, on)).filter(
    ({ start, end }) => start <= on && on <= end,
  )
  if (!policy) return ok({ insured: false, insurer: null })
  const found = await systems.esbd.findByGlobalId(policy.globalId)
  const insurer = (await reference.insurers(on)).find(
    ({ esbdSystemId }) => esbdSystemId === found?.insurerSystemId,
  )
  return ok({ insured: true, insurer: insurer?.name[locale] ?? null })
})
