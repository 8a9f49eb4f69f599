import { ConsentRefused } from '#systems/consent.ts'
import { auditLookup } from '../audit/lookup.ts'
import { askerOf, hasAgreed, notAgreed } from '../consent/consent-facts.ts'
import { heldConsent } from '../consent/held-consent.ts'
import { handle } from '../http/route.ts'

/**
 * Whether the law gives the person the privilege: told of oneself, and of whoever has agreed to be
 * asked about by this asker. A silent service is 503, never "no": the page offers to go on without
 * it or to ask again.
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
