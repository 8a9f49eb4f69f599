import { useState } from 'react'
import type { Reply } from '../../api.ts'
import { ask } from '../../ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkAction } from '../../ui/link-action.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Table } from '../../ui/table.tsx'
import { percent } from './percent.ts'
import words from './texts.ts'

type Page = Reply<'kycCases'>['data']

/** People blocked at a sale or when a list changed, about whom nobody has decided yet. */
export function Worklist({ onOpen }: { onOpen: (iin: string) => void }) {
  const t = useTexts(words).cases
  const [more, setMore] = useState<Page | null>(null)
  const [busy, setBusy] = useState(false)
  const loading = useLoading(async (signal) => (await ask('kycCases', {}, signal)).data)
  const page = more ?? loading.value
  const loadMore = async () => {
    if (!page?.next || busy) return
    setBusy(true)
    try {
      const { data } = await ask('kycCases', { cursor: page.next })
      setMore({ ...data, cases: [...page.cases, ...data.cases] })
    } catch {
      loading.again()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card title={t.title}>
      <Loaded loading={loading} value={page}>
        {({ cases, waiting, next }) =>
          cases.length === 0 ? (
            <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
          ) : (
            <>
              <Table
                caption={t.caption(waiting)}
                columns={[
                  { key: 'name', title: t.name },
                  { key: 'lists', title: t.lists },
                  { key: 'score', title: t.score, number: true },
                  { key: 'origin', title: t.origin },
                  { key: 'policies', title: t.policies, number: true },
                  { key: 'opened', title: t.opened },
                ]}
                rows={cases.map((one) => ({
                  key: one.iin,
                  cells: {
                    name: (
                      <LinkAction label={t.open(one.name || t.nameless)} onPress={() => onOpen(one.iin)}>
                        {one.name || t.nameless}
                      </LinkAction>
                    ),
                    lists: one.lists.join(', '),
                    score: percent(one.score),
                    origin: t.origins[one.origin],
                    policies: one.policies_in_force,
                    opened: almatyTime(one.openedAt),
                  },
                }))}
              />
              {next ? <LoadMore label={t.more} shown={t.shown(cases.length, waiting)} busy={busy} onMore={() => void loadMore()} /> : null}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
