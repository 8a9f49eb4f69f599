import { useTexts } from '../../texts.ts'
import { setQuery, useQuery } from '../../ui/query.ts'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './front.module.css'
import { Inbox } from './inbox.tsx'
import { Search } from './search.tsx'
import words from './texts.ts'

/** The search, or the messages from the site in one of their states (`?inbox=`). */
export function Front() {
  const t = useTexts(words)
  const inbox = useQuery().get('inbox')
  return (
    <div className={inbox ? undefined : styles.tabs}>
      <Tabs
        label={t.parts}
        selected={inbox ? 'inbox' : 'search'}
        onSelect={(part) => setQuery({ inbox: part === 'inbox' ? 'new' : null })}
        tabs={[
          { id: 'search', label: t.search, panel: inbox ? null : <Search /> },
          { id: 'inbox', label: t.inbox, panel: inbox ? <Inbox asked={inbox} /> : null },
        ]}
      />
    </div>
  )
}
