import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'

const { title } = desks['staff-status']
export const head = (locale: Locale) => ({
  title: `${title[locale]} – ${brand.name[locale]}`,
  description: title[locale],
})

const status = async () => (await import('../../desks/status/status.tsx')).Status

/** Which outside system is down, what waits, how old the lists are. */
export function Component() {
  return (
    <StaffConsole name="staff-status" title={title[useLocale()]}>
      {() => <Later load={status} />}
    </StaffConsole>
  )
}
