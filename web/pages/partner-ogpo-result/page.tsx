import type { Locale } from '#domain/locale.ts'
import type { PartnerData } from '#domain/partner.ts'
import words from '../../partner/texts.ts'
import { PartnerTheme, partnerHead } from '../../partner/theme.tsx'
import { OrderResult } from '../../purchase/result/result.tsx'

export const head = (locale: Locale, data: PartnerData) =>
  partnerHead(locale, words[locale].resultTitle, words[locale].description, data)

/** How the order goes, in the partner's theme, with the way back to their application. */
export const Component = ({ data }: { data: PartnerData }) => (
  <PartnerTheme name="partner-ogpo-result" data={data}>
    <OrderResult within="other" />
  </PartnerTheme>
)
