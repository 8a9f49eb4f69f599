import { useState } from 'react'
import { useTexts } from '../../texts.ts'
import { useQuery } from '../../ui/query.ts'
import { useWaiting } from '../shell/waiting.ts'
import split from '../split/split.module.css'
import { DeskTabs } from '../split/tabs.tsx'
import { Inbox, type InboxCounts, inboxStates } from './inbox.tsx'
import { Search } from './search.tsx'
import words from './texts.ts'

/** The search, or the messages from the site in one of their states (`?inbox=`). */
export function Front() {
  const t = useTexts(words)
  const asked = useQuery().get('inbox')
  const state = asked === null ? null : (inboxStates.find((one) => one === asked) ?? 'new')
  const [counts, setCounts] = useState<InboxCounts | null>(null)
  const waiting = useWaiting()?.counts.inbox.all
  return (
    <>
      <DeskTabs
        label={t.parts}
        current={state ?? 'search'}
        tabs={[
          { key: 'search', title: t.search, query: { inbox: null } },
          ...inboxStates.map((key) => ({
            key,
            title: t.inboxStates[key],
            query: { inbox: key },
            count: counts?.[key] ?? (key === 'new' ? (waiting ?? null) : state ? null : undefined),
            hot: key === 'new',
          })),
        ]}
      />
      <section className={split.whole} aria-label={state ? t.inboxStates[state] : t.search}>
        {state ? <Inbox key={state} state={state} onCounts={setCounts} /> : <Search />}
      </section>
    </>
  )
}
