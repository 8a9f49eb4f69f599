import { myAccount } from '../accounts/accounts.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * Whether the other car was insured that day, and where, as the unified database says; how it was
 * insured or by whom is nobody's. Counted, so that no list of the insured is made.
 */
export const otherCar = handle('claimOtherCar', async ({ plate, on }, context) => {
  const { db, me, limits, systems, reference, locale } = context
  const account = await myAccount(db, me())
  await limits.count('otherCarsPerClient', account.id)
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
