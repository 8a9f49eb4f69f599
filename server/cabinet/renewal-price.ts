import { notFound } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { priceOfRenewal } from '../quotes/renewal.ts'

/**
 * The price the card of a policy offers its renewal for. No register is asked without a wish of the
 * client; the calculation that follows asks them.
 */
export const renewalPrice = handle('cabinetRenewalPrice', async ({ globalId }, context) => {
  const policy = await context.db
    .selectFrom('policies')
    .selectAll()
    .where('kind', '=', 'ogpo')
    .where('global_id', '=', globalId)
    .where('policyholder_iin', '=', context.me().iin)
    .executeTakeFirst()
  if (!policy) throw notFound()
  return priceOfRenewal(context, policy)
})
