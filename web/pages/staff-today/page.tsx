import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'

const { title } = desks['staff-today']

export const head = (locale: Locale) => ({
  title: `${title[locale]} – ${brand.name[locale]}`,
  description: title[locale],
})

const today = async () => (await import('../../desks/today/today.tsx')).Today

/** What waits for whoever is here, late first. */
export function Component() {
  return (
    <StaffConsole name="staff-today" title={title[useLocale()]}>
      {() => <Later load={today} />}
    </StaffConsole>
  )
}
