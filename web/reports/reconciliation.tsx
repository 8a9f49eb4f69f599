import { groupDigits } from '#domain/format.ts'
import { exceptionKinds } from '#domain/report.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFocusKept } from '../ui/focus-kept.ts'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import { Views } from '../ui/views.tsx'
import words from './accounting-texts.ts'
import { Differing } from './differing.tsx'
import { Equation } from './equation.tsx'
import { Filters } from './filters.tsx'
import styles from './match.module.css'
import matchWords from './match-texts.ts'
import { Pairs } from './pairs.tsx'
import { type Period, periodOf } from './period.ts'
import type { Books, Exception } from './replies.ts'
import report from './report.module.css'
import { Settled } from './settled.tsx'

type Kind = Exception['kind']

const LONGEST_DAYS = 92

/** The equation of the money, then where orders, payments, policies and statements do not agree. */
export function Reconciliation({ today }: { today: string }) {
  const t = useTexts(words).reconciliation
  const query = useQuery()
  const period = periodOf(query, today)
  const kind = exceptionKinds.find((one) => one === query.get('kind'))
  return (
    <div className={report.whole}>
      <Filters
        today={today}
        longest={LONGEST_DAYS}
        choices={[
          {
            name: 'kind',
            label: t.kind,
            options: exceptionKinds.map((value) => ({ value, label: t.kinds[value] })),
          },
        ]}
      >
        <Found key={JSON.stringify([period, kind])} period={period} kind={kind} />
      </Filters>
    </div>
  )
}

function Found({ period, kind }: { period: Period; kind: Kind | undefined }) {
  const t = useTexts(matchWords)
  const loading = useLoading(
    async (signal) =>
      (await ask('reportReconciliation', { ...period, ...(kind ? { kind } : {}) }, { signal }))
        .data,
  )
  return (
    <section
      className={report.ledger}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
      tabIndex={0}
      aria-label={t.equation}
    >
      <Loaded loading={loading} value={loading.value}>
        {(books) => <Shown books={books} period={period} again={loading.again} />}
      </Loaded>
    </section>
  )
}

type Props = { books: Books; period: Period; again: () => void }

function Shown({ books, period, again }: Props) {
  const t = useTexts(matchWords)
  const said = useTexts(words).reconciliation
  const settled = useQuery().get('tab') === 'settled'
  const part = useFocusKept<Books, HTMLDivElement>(books)
  const toSettle = books.exceptions.filter(({ kind }) => kind !== 'refunded')
  const count = books.counts
    .filter(({ kind }) => kind !== 'refunded')
    .reduce((sum, one) => sum + one.count, 0)
  const findings = toSettle.filter(({ kind }) => kind === 'contract_differs')
  const others = toSettle.filter(({ kind }) => kind !== 'contract_differs')
  useFootSum(t.foot(groupDigits(count), groupDigits(books.checked.payments)))
  return (
    <div ref={part} tabIndex={-1} className={styles.books}>
      <Equation books={books} />
      <div className={styles.tabs}>
        <Views
          label={t.wrong}
          current={settled ? 'settled' : 'open'}
          views={[
            { id: 'open', label: `${t.tabs.open}: ${groupDigits(count)}`, query: { tab: null } },
            {
              id: 'settled',
              label: `${t.tabs.settled}: ${groupDigits(books.settled.length)}`,
              query: { tab: 'settled' },
            },
          ]}
        />
      </div>
      {settled ? (
        <Settled rows={books.settled} onUndone={again} />
      ) : (
        <>
          {toSettle.length === 0 ? (
            <EmptyState title={said.sound}>{said.soundText}</EmptyState>
          ) : null}
          {others.length > 0 ? <Pairs rows={others} period={period} onSettled={again} /> : null}
          {findings.length > 0 ? (
            <div className={styles.findings}>
              <Differing caption={said.kinds.contract_differs} rows={findings} onSettled={again} />
            </div>
          ) : null}
          {books.counts
            .filter(
              (one) =>
                one.kind !== 'refunded' &&
                one.count > toSettle.filter(({ kind }) => kind === one.kind).length,
            )
            .map((one) => (
              <p key={one.kind} className={styles.more}>
                {said.kinds[one.kind]}.{' '}
                {said.shown(toSettle.filter(({ kind }) => kind === one.kind).length, one.count)}{' '}
                <button type="button" onClick={() => setQuery({ kind: one.kind })}>
                  {said.more}
                </button>
              </p>
            ))}
        </>
      )}
    </div>
  )
}
