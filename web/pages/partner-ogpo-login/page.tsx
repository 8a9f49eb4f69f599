import type { Locale } from '#domain/locale.ts'
import type { PartnerData } from '#domain/partner.ts'
import { api } from '../../http/api.ts'
import words from '../../partner/texts.ts'
import { PartnerTheme, partnerHead } from '../../partner/theme.tsx'
import { Login } from '../../purchase/login/login.tsx'

export const head = (locale: Locale, data: PartnerData) =>
  partnerHead(locale, words[locale].loginTitle, words[locale].description, data)

/** Who buys, with what the partner's link prefilled; the code binds the sale to the partner. */
export function Component({ data }: { data: PartnerData }) {
  const { visit } = data
  return (
    <PartnerTheme name="partner-ogpo-login" data={data}>
      <Login
        within="partner"
        known={{ iin: visit?.iin ?? '', phone: visit?.phone ?? '' }}
        onProved={async (token) => {
          await api('partnerStart', { visit: visit?.key ?? '' }, { token })
        }}
      />
    </PartnerTheme>
  )
}
