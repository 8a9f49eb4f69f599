import { exceptionKinds } from '#domain/report.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import parts from '../ui/desk-parts.module.css'
import { useFocusKept } from '../ui/focus-kept.ts'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { Notice } from '../ui/notice.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import { Table } from '../ui/table.tsx'
import words from './accounting-texts.ts'
import { Differing } from './differing.tsx'
import { Filters } from './filters.tsx'
import { periodOf } from './period.ts'
import reportWords from './report-texts.ts'
import { Totals } from './totals.tsx'

const LONGEST_DAYS = 92
type Exception = Reply<'reportReconciliation'>['data']['exceptions'][number]
type Kind = Exception['kind']

/** Where orders, payments, policies and statements do not agree, the gravest kind on top. */
export function Reconciliation({ today }: { today: string }) {
  const t = useTexts(words).reconciliation
  const query = useQuery()
  const period = periodOf(query, today)
  const kind = exceptionKinds.find((one) => one === query.get('kind'))
  return (
    <Filters today={today} longest={LONGEST_DAYS}>
      {kind ? (
        <p>
          <Button variant="quiet" size="small" onClick={() => setQuery({ kind: null })}>
            {t.back}
          </Button>
        </p>
      ) : null}
      <Found key={JSON.stringify([period, kind])} ask={{ ...period, ...(kind ? { kind } : {}) }} />
    </Filters>
  )
}

function Found({ ask: asked }: { ask: { from: string; to: string; kind?: Kind } }) {
  const loading = useLoading(
    async (signal) => (await ask('reportReconciliation', asked, { signal })).data,
  )
  return (
    <Loaded loading={loading} value={loading.value}>
      {(found) => (
        <Exceptions found={found} alone={Boolean(asked.kind)} onSettled={loading.again} />
      )}
    </Loaded>
  )
}

type FoundProps = {
  found: Reply<'reportReconciliation'>['data']
  alone: boolean
  onSettled: () => void
}
function Exceptions({ found, alone, onSettled }: FoundProps) {
  const t = useTexts(words).reconciliation
  const part = useFocusKept<typeof found, HTMLElement>(found)
  const { checked, exceptions, counts } = found
  return (
    <section ref={part} tabIndex={-1} aria-label={t.checked} className={parts.stack}>
      <Totals
        title={t.checked}
        sums={(['orders', 'payments', 'policies'] as const).map((name) => ({
          label: t[name],
          value: String(checked[name]),
        }))}
        statuses={counts.map(({ kind, count }) => ({ label: t.kinds[kind], count }))}
      />
      {exceptions.every(({ kind }) => kind === 'refunded') ? (
        <Notice tone="success" title={t.sound}>
          {t.soundText}
        </Notice>
      ) : null}
      {counts.map(({ kind, count }) => (
        <Kinds
          key={kind}
          kind={kind}
          rows={exceptions.filter((one) => one.kind === kind)}
          count={count}
          alone={alone}
          onSettled={onSettled}
        />
      ))}
    </section>
  )
}

/**
 * Codes of a note in words: states, ways, verdicts, reasons, kinds of lines; what is none of them
 * stays.
 */
function useNotes(): (note: string) => string {
  const { statements, refunds, reconciliation } = useTexts(words)
  const { statuses } = useTexts(reportWords)
  const known: Record<string, string> = {
    ...statuses,
    ...statements.verdicts,
    ...refunds.ways,
    ...refunds.reasons,
    ...reconciliation.lines,
  }
  return (note) =>
    note
      .split(' · ')
      .map((part) => known[part] ?? part)
      .join(' · ')
}

type KindProps = {
  kind: Kind
  rows: readonly Exception[]
  count: number
  alone: boolean
  onSettled: () => void
}
/** The newest of a kind; alone on the page so many more of them. */
function Kinds({ kind, rows, count, alone, onSettled }: KindProps) {
  const t = useTexts(words).reconciliation
  return (
    <Card>
      {kind === 'contract_differs' ? (
        <Differing caption={t.kinds[kind]} rows={rows} onSettled={onSettled} />
      ) : (
        <Rows caption={t.kinds[kind]} rows={rows} />
      )}
      {rows.length < count ? (
        <p className={parts.soft}>
          {t.shown(rows.length, count)}{' '}
          {alone ? (
            t.shorter
          ) : (
            <Button variant="quiet" size="small" onClick={() => setQuery({ kind })}>
              {t.more}
            </Button>
          )}
        </p>
      ) : null}
    </Card>
  )
}

function Rows({ caption, rows }: { caption: string; rows: readonly Exception[] }) {
  const t = useTexts(words).reconciliation
  const noteOf = useNotes()
  return (
    <Table
      caption={caption}
      columns={[
        { key: 'id', title: t.what },
        { key: 'at', title: t.when },
        { key: 'note', title: t.note },
        { key: 'ours', title: t.ours, number: true },
        { key: 'theirs', title: t.theirs, number: true },
      ]}
      rows={rows.map((row, at) => ({
        key: `${row.id} ${at}`,
        cells: {
          id: row.id,
          at: row.at ? almatyTime(row.at) : '–',
          note: noteOf(row.note) || '–',
          ours: row.ours === null ? '–' : money(row.ours),
          theirs: row.theirs === null ? '–' : money(row.theirs),
        },
      }))}
    />
  )
}
