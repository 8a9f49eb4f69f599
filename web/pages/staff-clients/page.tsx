import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import words from '../../desks/clients/texts.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { useTexts } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'

export const head = (locale: Locale) => ({
  title: `${words[locale].title} – ${brand.name[locale]}`,
  description: words[locale].title,
})

const front = async () => (await import('../../desks/clients/front.tsx')).Front
const oneClient = async () => (await import('../../desks/clients/client-view.tsx')).ClientView

/** The search and the messages from the site, or one client: `?client=`. */
export function Component() {
  const t = useTexts(words)
  const client = useQuery().get('client')
  return (
    <StaffConsole name="staff-clients" title={t.title}>
      {() => <Later key={client} load={client ? oneClient : front} />}
    </StaffConsole>
  )
}
