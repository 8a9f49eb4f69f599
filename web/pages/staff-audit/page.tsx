import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'

const titleOf = (locale: Locale) => desks['staff-audit'].title[locale]
export const head = (locale: Locale) => ({
  title: `${titleOf(locale)} – ${brand.name[locale]}`,
  description: titleOf(locale),
})

/** Who did what to what; administrators alone. */
export function Component() {
  const locale = useLocale()
  return (
    <StaffConsole name="staff-audit" title={titleOf(locale)}>
      {() => <Later load={async () => (await import('../../desks/audit/log.tsx')).Log} />}
    </StaffConsole>
  )
}
