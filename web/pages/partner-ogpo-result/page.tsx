import type { Locale } from '#brand'
import type { PartnerData } from '#domain/partner.ts'
import { Component as Result } from '../ogpo-calculator-result/page.tsx'
import { PartnerDress, partnerHead } from '../partner-ogpo/dress.tsx'
import words from '../partner-ogpo/texts.ts'

export const head = (locale: Locale, data: PartnerData) =>
  partnerHead(locale, words[locale].resultTitle, words[locale].description, data)

/** How the order goes, in the partner's dress, with the way back to their application. */
export const Component = ({ data }: { data: PartnerData }) => (
  <PartnerDress name="partner-ogpo-result" data={data}>
    <Result />
  </PartnerDress>
)
