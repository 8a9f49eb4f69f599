import { ConsentRefused } from '#systems/consent.ts'
import { auditLookup } from '../audit/lookup.ts'
import { askerOf, hasAgreed, notAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import { handle } from '../http/route.ts'

/**
 * Returns whether the law gives the person the privilege: to the person, and to an asker they
 * consented to. A silent service is 503, never "no": the page offers to continue without it or to
 * retry.
 */
export const getPersonSocialStatus = handle('getPersonSocialStatus', async ({ iin }, context) => {
  const { systems, limits, me, locale } = context
  await limits.count('lookupsPerBuyer', me().iin)
  await auditLookup(context, 'person', iin)
  if (!(await hasAgreed(context, iin))) return notAgreed(locale, iin)
  const held = await heldConsent(context, await askerOf(context.db, me()), iin, true)
  if (held.state !== 'held') return notAgreed(locale, iin)
  const { privilege } = await systems.gkb
    .socialStatus(iin, held.consent)
    .catch(async (cause: unknown) => {
      if (cause instanceof ConsentRefused) await held.refused()
      throw cause
    })
  return { success: true as const, hasBenefit: privilege }
})
