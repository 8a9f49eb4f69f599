import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'
import { ask } from '../../http/ask.ts'
import { untilThePageIsLeft } from '../../http/use-mutation.ts'
import { goTo } from '../../navigation.ts'
import { isWebAddress } from '../../web-address.ts'

/** Orders, and leaves for the acquirer's page, which keeps the card; a paid order has none. */
export async function pay(calculationId: string, locale: Locale): Promise<never> {
  // The versions shown beside the button (answer.tsx).
  const { data } = await ask('homeOrder', {
    calculationId,
    pay: { system: 'card' },
    accepted: homeLegalVersions,
  })
  // The acquirer's page is another site: the one way out of here that is meant.
  if (data.redirect_url && isWebAddress(data.redirect_url)) location.assign(data.redirect_url)
  else goTo(`${pathOf('egov-home-insurance', locale)}?order=${data.orderId}`)
  return untilThePageIsLeft()
}
