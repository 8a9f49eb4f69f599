import { promoterLimits } from '#domain/ogpo/limits.ts'
import * as refusals from '#domain/refusals.ts'
import { actorOf } from '../accounts/owner.ts'
import { audit } from '../audit/audit.ts'
import { HttpError, refuse } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { countingFailures } from '../orders/promoter-failures.ts'
import { blockPage } from '../reference/block-page.ts'
import { calculateSale } from './calculate.ts'

/**
 * A promoter's calculation: their own IIN alone, the position always judged, consents where
 * configuration or they themselves ask for them.
 */
export const promoterCalculate = handle(
  'promoterCalculate',
  async ({ operation, ...sale }, context) => {
    const { me, db, clock, reference, locale } = context
    const { consentRequired, ...asked } = operation
    if (asked.agentIin !== undefined && asked.agentIin !== me().iin) throw new HttpError(403)
    return countingFailures(context, 'calculate', async () => {
      const page = await blockPage(db, clock.now())
      if (page.active) return refuse(locale, refusals.pageBlocked, { text: page.text })
      const answer = await calculateSale({ ...sale, operation: asked }, context, {
        limits: promoterLimits,
        positionRequired: true,
        consentRequired: consentRequired === true || (await reference.promoterConsentRequired()),
      })
      await audit(db, clock.now(), {
        actor: actorOf(me()),
        action: 'sale.calculated',
        object: { kind: 'application', id: asked.applicationId },
        details: {
          drivers: sale.drivers.length,
          cars: sale.vehicles.length,
          code: answer.success ? 0 : answer.code,
        },
      })
      return answer
    })
  },
)
