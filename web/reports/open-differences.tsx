import { useTexts } from '../texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { setQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { Differing } from './differing.tsx'
import styles from './match.module.css'
import matchWords from './match-texts.ts'
import { Pairs } from './pairs.tsx'
import type { Period } from './period.ts'
import type { Books } from './replies.ts'

type Props = {
  books: Books
  period: Period
  tab: 'open' | 'here' | 'there'
  again: () => void
}

/** What does not agree, each with the act that settles it; contracts in a table of their own. */
export function Open({ books, period, tab, again }: Props) {
  const t = useTexts(matchWords)
  const said = useTexts(words).reconciliation
  const rows = books.exceptions.filter(({ kind }) => kind !== 'refunded')
  const contracts = rows.filter(({ kind }) => kind === 'contract_differs')
  const others = rows.filter(({ kind }) => kind !== 'contract_differs')
  // Our own books agree; with a bank nothing was compared.
  const isCompared = books.statements.length > 0
  const nothing = {
    open: isCompared ? [said.sound, said.soundText] : [t.noneOurs, t.notCompared],
    here: isCompared ? [t.noneHere, t.noneMissingText] : [t.noStatements, t.notCompared],
    there: isCompared ? [t.noneThere, t.noneMissingText] : [t.noStatements, t.notCompared],
  }[tab]
  return (
    <>
      {rows.length === 0 ? <EmptyState title={nothing[0] ?? ''}>{nothing[1]}</EmptyState> : null}
      {others.length > 0 ? <Pairs rows={others} period={period} onSettled={again} /> : null}
      {contracts.length > 0 ? (
        <div className={styles.findings}>
          <Differing caption={said.kinds.contract_differs} rows={contracts} />
        </div>
      ) : null}
      <NotShown books={books} tab={tab} />
    </>
  )
}

/** Of which kinds only the newest stand here, and the way to more of them. */
function NotShown({ books, tab }: Pick<Props, 'books' | 'tab'>) {
  const said = useTexts(words).reconciliation
  const shownOf = (kind: string) => books.exceptions.filter((one) => one.kind === kind).length
  if (tab !== 'open') {
    const [shown, all] = [books.exceptions.length, books.missing[tab]]
    return shown < all ? <p className={styles.more}>{said.shown(shown, all)}</p> : null
  }
  // A kind that was chosen shows as many as it can: the others were not asked for.
  const kinds = new Set(books.exceptions.map(({ kind }) => kind))
  return books.counts
    .filter(({ kind, count }) => kind !== 'refunded' && kinds.has(kind) && count > shownOf(kind))
    .map(({ kind, count }) => (
      <p key={kind} className={styles.more}>
        {said.kinds[kind]}. {said.shown(shownOf(kind), count)}{' '}
        <button type="button" onClick={() => setQuery({ kind })}>
          {said.more}
        </button>
      </p>
    ))
}
