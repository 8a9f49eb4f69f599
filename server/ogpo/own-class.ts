import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'

/**
 * The class of whoever asks, nobody else's: before buying a client sees where they stand. The
 * unified database alone is asked, as for every quote; whom it does not know begins in class 3.
 */
export const ownClass = handle('ogpoOwnClass', async (_body, { systems, limits, me, clock }) => {
  const { iin } = me()
  await limits.count('lookupsPerBuyer', iin)
  const today = clock.today()
  const person = await systems.esbd.findPerson(iin)
  const found = person ? await systems.esbd.bonusMalus(person.clientId, today) : null
  return ok({
    class: found?.class ?? '3',
    firstContract: found === null || found.kind === 'FIRST',
    on: today,
  })
})
