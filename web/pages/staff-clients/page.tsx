import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { setQuery, useQuery } from '../../ui/query.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { ClientView } from './client-view.tsx'
import { Inbox } from './inbox.tsx'
import { Search } from './search.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** The search, one client (`?client=`) or the messages from the site (`?inbox=`). */
export function Component() {
  const t = useTexts(words)
  const query = useQuery()
  const client = query.get('client')
  const inbox = query.get('inbox')
  return (
    <Desk name="staff-clients" title={t.title}>
      {() =>
        client ? (
          <ClientView key={client} id={client} />
        ) : (
          <Tabs
            label={t.parts}
            selected={inbox ? 'inbox' : 'search'}
            onSelect={(part) => setQuery({ inbox: part === 'inbox' ? 'new' : null, text: null })}
            tabs={[
              { id: 'search', label: t.search, panel: inbox ? null : <Search /> },
              { id: 'inbox', label: t.inbox, panel: inbox ? <Inbox key={inbox} asked={inbox} /> : null },
            ]}
          />
        )
      }
    </Desk>
  )
}
