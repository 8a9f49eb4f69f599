import type { Locale } from '#domain/locale.ts'
import type { PartnerData } from '#domain/partner.ts'
import words from '../../partner/texts.ts'
import { PartnerTheme, partnerHead } from '../../partner/theme.tsx'
import { flowHere } from '../../purchase/flow.ts'
import { GuardedPurchase } from '../../purchase/guarded-purchase.tsx'
import { useLocale, useTexts } from '../../texts.ts'

export const head = (locale: Locale, data: PartnerData) =>
  partnerHead(locale, words[locale].title, words[locale].description, data)

/** The OGPO purchase in the partner's theme. */
export function Component({ data }: { data: PartnerData }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <PartnerTheme name="partner-ogpo" data={data}>
      <GuardedPurchase
        heading={t.title}
        loading={t.loading}
        toProof={() => flowHere().login(locale, location.search)}
      />
    </PartnerTheme>
  )
}
