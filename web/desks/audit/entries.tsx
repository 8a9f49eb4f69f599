import { useState } from 'react'
import { foldAudit } from '#domain/audit-fold.ts'
import { ask } from '../../http/ask.ts'
import { useReplyPages } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useFootSum } from '../shell/foot-sum.ts'
import styles from './audit.module.css'
import { AuditDetail } from './detail.tsx'
import type { Entry, Page } from './entry.ts'
import type { Filter } from './filter.ts'
import { Rows } from './rows.tsx'
import words from './texts.ts'

type Props = { filter: Filter; folded: boolean; codes: boolean }

/** What the filter finds: sentences, the same acts in a row folded; one of them beside, whole. */
export function Entries({ filter, folded, codes }: Props) {
  const t = useTexts(words)
  const [chosen, setChosen] = useState<Entry | null>(null)
  const { loading, page, rest } = useReplyPages<'staffAudit', Page>(
    ask,
    'staffAudit',
    filter,
    (before, after) => ({ ...after, entries: [...before.entries, ...after.entries] }),
  )
  const entries = page?.entries ?? []
  const folds = folded
    ? foldAudit(entries)
    : entries.map((entry) => ({ key: entry.id, entries: [entry] as [Entry] }))
  useFootSum(page ? t.sum(entries.length, folds.length) : '')
  return (
    <div className={styles.split}>
      <section className={styles.list} aria-label={t.list}>
        <Loaded loading={loading} value={page}>
          {() =>
            entries.length === 0 ? (
              <EmptyState title={t.empty}>{t.emptyText}</EmptyState>
            ) : (
              <>
                <Rows folds={folds} codes={codes} chosen={chosen} onChoose={setChosen} />
                {rest ? (
                  <div className={styles.rest}>
                    <LoadMore label={t.more} shown={t.shown(entries.length)} {...rest} />
                  </div>
                ) : null}
              </>
            )
          }
        </Loaded>
      </section>
      {chosen ? <AuditDetail entry={chosen} onClose={() => setChosen(null)} /> : null}
    </div>
  )
}
