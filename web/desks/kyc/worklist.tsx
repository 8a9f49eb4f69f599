import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkAction } from '../../ui/link-action.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePages } from '../../ui/pages-of.ts'
import { Table } from '../../ui/table.tsx'
import { percent } from './percent.ts'
import words from './texts.ts'

type Page = Reply<'kycCases'>['data']

/** People blocked at a sale or when a list changed, about whom nobody has decided yet. */
export function Worklist({ changes, onOpen }: { changes: number; onOpen: (iin: string) => void }) {
  const t = useTexts(words).cases
  const { loading, page, rest } = usePages<Page>(
    async (cursor, signal) => (await ask('kycCases', cursor ? { cursor } : {}, { signal })).data,
    (before, after) => ({ ...after, cases: [...before.cases, ...after.cases] }),
    changes,
  )
  return (
    <Card title={t.title}>
      <Loaded loading={loading} value={page}>
        {({ cases, waiting }) =>
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
                  { key: 'opened', title: t.opened, whole: true },
                ]}
                rows={cases.map((one) => ({
                  key: one.iin,
                  cells: {
                    name: (
                      <LinkAction
                        label={t.open(one.name || t.nameless)}
                        onPress={() => onOpen(one.iin)}
                      >
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
              {rest ? (
                <LoadMore label={t.more} shown={t.shown(cases.length, waiting)} {...rest} />
              ) : null}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
