import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'

const titleOf = (locale: Locale) => desks['staff-users'].title[locale]
export const head = (locale: Locale) => ({
  title: `${titleOf(locale)} – ${brand.name[locale]}`,
  description: titleOf(locale),
})

/** Promoters, accountants and staff; administrators alone. */
export function Component() {
  const locale = useLocale()
  return (
    <StaffConsole name="staff-users" title={titleOf(locale)}>
      {() => <Later load={async () => (await import('../../desks/users/users.tsx')).Users} />}
    </StaffConsole>
  )
}
