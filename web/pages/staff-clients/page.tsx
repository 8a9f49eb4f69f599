import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'

const { title } = desks['staff-clients']

export const head = (locale: Locale) => ({
  title: `${title[locale]} – ${brand.name[locale]}`,
  description: title[locale],
})

const front = async () => (await import('../../desks/clients/front.tsx')).Front
const oneClient = async () => (await import('../../desks/clients/client-view.tsx')).ClientView

/** The search and the messages from the site, or one client: `?client=`. */
export function Component() {
  const query = useQuery()
  const client = query.get('client')
  return (
    <StaffConsole name="staff-clients" title={title[useLocale()]}>
      {() => <Later key={client} load={client ? oneClient : front} />}
    </StaffConsole>
  )
}
