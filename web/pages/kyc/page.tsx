import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'

const titleOf = (locale: Locale) => desks.kyc.title[locale]
export const head = (locale: Locale) => ({
  title: `${titleOf(locale)} – ${brand.name[locale]}`,
  description: titleOf(locale),
})

/**
 * Is a person blocked, why, by what; the new cases; the lists (specification, section 2, "KYC").
 */
export function Component() {
  const locale = useLocale()
  return (
    <StaffConsole name="kyc" title={titleOf(locale)}>
      {() => <Later load={async () => (await import('../../desks/kyc/kyc.tsx')).KycDesk} />}
    </StaffConsole>
  )
}
