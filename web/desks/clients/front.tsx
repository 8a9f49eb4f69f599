import { useState } from 'react'
import { useTexts } from '../../texts.ts'
import { useQuery } from '../../ui/query.ts'
import { useWaiting } from '../shell/waiting.ts'
import split from '../split/split.module.css'
import { DeskTabs } from '../split/tabs.tsx'
import { Inbox, type InboxCounts, type InboxView, inboxViews } from './inbox.tsx'
import inboxWords from './inbox-texts.ts'
import { Search } from './search.tsx'
import words from './texts.ts'

/** The search, or the messages from the site in one of their states (`?inbox=`). */
export function Front() {
  const t = useTexts(words)
  const asked = useQuery().get('inbox')
  const i = useTexts(inboxWords)
  const view = asked === null ? null : (inboxViews.find((one) => one === asked) ?? 'new')
  const titleOf = (of: InboxView) => (of === 'mine' ? i.mine : t.inboxStates[of])
  const [counts, setCounts] = useState<InboxCounts | null>(null)
  const waiting = useWaiting()?.counts.inbox.all
  return (
    <>
      <DeskTabs
        label={t.parts}
        current={view ?? 'search'}
        tabs={[
          { key: 'search', title: t.search, query: { inbox: null, message: null } },
          ...inboxViews.map((key) => ({
            key,
            title: titleOf(key),
            query: { inbox: key, message: null },
            count:
              key === 'mine'
                ? undefined
                : (counts?.[key] ?? (key === 'new' ? (waiting ?? null) : view ? null : undefined)),
            hot: key === 'new',
          })),
        ]}
      />
      {view ? (
        <Inbox key={view} view={view} title={titleOf(view)} onCounts={setCounts} />
      ) : (
        <section className={split.whole} aria-label={t.search}>
          <Search />
        </section>
      )}
    </>
  )
}
