import { shortLists } from '#texts/watch-lists.ts'
import type { Reply } from '../../http/api.ts'
import type { useReplyPages } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { queryWith, setQuery } from '../../ui/query.ts'
import { useWaited } from '../../ui/waited.ts'
import split from '../split/split.module.css'
import { likeness } from './percent.ts'
import words from './texts.ts'

type Row = Reply<'kycCases'>['data']['cases'][number]
type Props = {
  cases: readonly Row[]
  view: 'waiting' | 'blocked' | 'decided'
  open: string | null
  rest: ReturnType<typeof useReplyPages>['rest']
}

/** Who waits for a decision, by what they were found, how alike, and for how long. */
export function CaseList({ cases, view, open, rest }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const waited = useWaited()
  if (cases.length === 0)
    return (
      <EmptyState title={t.cases.empty[view]}>
        {view === 'waiting' ? t.cases.emptyText : null}
      </EmptyState>
    )
  return (
    <>
      <ol>
        {cases.map((one) => (
          <li key={one.id}>
            <a
              data-row
              data-key={one.id}
              className={split.row}
              href={queryWith({ case: one.id })}
              aria-current={one.id === open ? 'true' : undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return
                event.preventDefault()
                setQuery({ case: one.id, client: null })
              }}
            >
              <strong>{one.name || t.cases.nameless}</strong>
              <strong>{one.by ? likeness(one.score, locale) : ''}</strong>
              <span className={split.facts}>
                <span>
                  {[
                    ...one.lists.map(({ code, title }) => shortLists[locale][code] ?? title),
                    one.by ? t.by[one.by] : t.cases.origins[one.origin],
                    ...(one.signature_waits ? [t.two.waits] : []),
                  ].map((fact) => (
                    <span key={fact}>{fact} </span>
                  ))}
                </span>
              </span>
              <span>{one.decidedAt ? almatyTime(one.decidedAt) : waited(one.openedAt)}</span>
            </a>
          </li>
        ))}
      </ol>
      {rest ? (
        <LoadMore label={t.cases.more} shown={t.cases.shown(cases.length)} {...rest} />
      ) : null}
    </>
  )
}

/** `J` and `K`: to the next case; beside an open one it opens. */
export function walkCases(step: 1 | -1, open: string | null): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const focused = links.indexOf(document.activeElement as HTMLAnchorElement)
  const at = focused < 0 ? links.findIndex(({ dataset }) => dataset.key === open) : focused
  const link = links[at + step]
  link?.focus()
  if (open) link?.click()
}

/** The focus comes back to the row of a case, unless it went elsewhere meanwhile. */
export function backToCase(id: string): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>(`a[data-key="${CSS.escape(id)}"]`)?.focus()
}
