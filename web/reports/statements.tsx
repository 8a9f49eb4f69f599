import { type ReactNode, useEffect, useState } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { formatTiyn } from '#domain/format.ts'
import { sortsOf, statementSorts } from '#domain/report.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import { ActDialog, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import words from './accounting-texts.ts'
import { BringFile } from './bring-statement.tsx'
import { Ledger, useRows } from './ledger.tsx'
import styles from './report.module.css'
import { SaleLink } from './sale-link.tsx'

/**
 * Statements of the bank and the acquirer: a new one, those imported, the lines of one
 * (`?statement=`), or a single line (`&line=`).
 */
export function Statements(_props: { today: string }) {
  const query = useQuery()
  const statement = query.get('statement')
  const line = Number(query.get('line')) || undefined
  return statement ? <Lines key={`${statement} ${line}`} id={statement} only={line} /> : <List />
}

type Statement = Reply<'reportStatements'>['data'][number]
const numbers: ReadonlySet<string> = new Set(['rows', 'unmatched', 'paid', 'refunded', 'fee'])
const keys = [
  ...(['file', 'system', 'period', 'rows', 'unmatched'] as const),
  ...(['paid', 'refunded', 'fee', 'at', 'withdraw'] as const),
]
/** Width below which a column is hidden. */
const from: Partial<Record<(typeof keys)[number], 600 | 900 | 1200>> = {
  system: 600,
  paid: 600,
  period: 900,
  rows: 900,
  at: 900,
  refunded: 1200,
  fee: 1200,
}

function List() {
  const t = useTexts(words).statements
  const loading = useReply(ask, 'reportStatements', {})
  const [mistaken, setMistaken] = useState<Statement | null>(null)
  const act = useAct(t.withdrawn)
  const close = () => setMistaken(null)
  const withdraw = async ({ id }: Statement, reason: string) => {
    if (!(await act.run(() => ask('reportWithdrawStatement', { id, reason })))) return
    close()
    loading.again()
  }
  const cells: Record<(typeof keys)[number], (row: Statement) => ReactNode> = {
    file: ({ id, fileName }) => (
      <span className={styles.opens}>
        <Button
          variant="quiet"
          size="small"
          aria-label={`${t.open}: ${fileName}`}
          onClick={() => setQuery({ statement: id })}
        >
          {fileName}
        </Button>
      </span>
    ),
    system: ({ system }) => t.systems[system],
    period: (row) =>
      row.from === row.to
        ? numericDay(row.from)
        : `${numericDay(row.from)} – ${numericDay(row.to)}`,
    rows: ({ rows }) => rows,
    unmatched: ({ unmatched }) => (unmatched > 0 ? <Chip tone="bad">{unmatched}</Chip> : 0),
    paid: ({ paid }) => formatTiyn(paid),
    refunded: ({ refunded }) => formatTiyn(refunded),
    fee: ({ fee }) => formatTiyn(fee),
    at: ({ importedAt }) => almatyTime(importedAt),
    withdraw: (row) => (
      <Button
        variant="quiet"
        size="small"
        aria-label={`${t.withdraw}: ${row.fileName}`}
        onClick={() => setMistaken(row)}
      >
        {t.withdraw}
      </Button>
    ),
  }
  return (
    <div className={styles.whole}>
      <BringFile onDone={loading.again}>
        <section
          className={styles.ledger}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
          tabIndex={0}
          aria-label={t.list}
        >
          <Loaded loading={loading} value={loading.value}>
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState title={t.none} />
              ) : (
                <DenseTable
                  caption={t.list}
                  rows={rows}
                  keyOf={({ id }) => id}
                  columns={keys.map((key) => ({
                    key,
                    title: key === 'withdraw' ? t.withdraw : t.columns[key],
                    number: numbers.has(key),
                    grows: key === 'file',
                    from: from[key],
                    cell: cells[key],
                  }))}
                />
              )
            }
          </Loaded>
        </section>
      </BringFile>
      <ActDialog
        open={mistaken !== null}
        title={t.withdrawTitle}
        submit={t.withdraw}
        danger
        act={act}
        onClose={close}
        onSubmit={(form) => void (mistaken && withdraw(mistaken, String(form.get('reason') ?? '')))}
      >
        <p>{mistaken ? t.withdrawText(mistaken.fileName, mistaken.rows) : null}</p>
        <LimitedField
          name="reason"
          label={t.reason}
          hint={t.reasonHint}
          rows={2}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </ActDialog>
    </div>
  )
}

const lineKeys = [
  ...(['line', 'day', 'operation', 'key', 'outsideId', 'verdict', 'amount', 'fee'] as const),
]
type Line = Reply<'reportStatementRows'>['data'][number]
const lineFrom: Partial<Record<(typeof lineKeys)[number], 600 | 900>> = {
  day: 600,
  operation: 600,
  outsideId: 900,
  fee: 900,
}

const isSorted = (key: string): key is keyof typeof statementSorts => key in statementSorts

/** Lines in order, and lines that need no action; everything else is a difference. */
const tones: Partial<Record<Line['verdict'], 'good' | 'plain'>> = {
  matched: 'good',
  known: 'plain',
  fee: 'plain',
  payout: 'plain',
  not_ours: 'plain',
}

/** Lines of no sale: there is nothing to open. */
const withoutSale: ReadonlySet<Line['verdict']> = new Set(['unknown', 'fee', 'payout', 'not_ours'])

function Lines({ id, only }: { id: string; only: number | undefined }) {
  const t = useTexts(words).statements
  const asked = useQuery().get('sort')
  const sort = sortsOf(statementSorts).find((one) => one === asked)
  const rows = useRows(
    'reportStatementRows',
    { id, ...(only ? { line: only } : {}), ...(sort ? { sort } : {}) },
    ({ data, next }) => ({ data: data.map((row) => ({ id: String(row.line), ...row })), next }),
    'after',
  )
  const isMissing = rows.loading.why?.kind === 'missing'
  useEffect(() => {
    if (isMissing) setQuery({ statement: null })
  }, [isMissing])
  const cells: Record<(typeof lineKeys)[number], (row: Line) => ReactNode> = {
    line: ({ line }) => line,
    day: ({ day }) => numericDay(day),
    operation: ({ operation }) => t.operations[operation],
    key: ({ key, line, verdict, payer, purpose }) => {
      const said = key || [payer, purpose].filter(Boolean).join(' · ') || '–'
      return withoutSale.has(verdict) ? said : <SaleLink id={`${id}:${line}`}>{said}</SaleLink>
    },
    outsideId: ({ outsideId }) => outsideId || '–',
    verdict: ({ verdict }) => <Chip tone={tones[verdict] ?? 'bad'}>{t.verdicts[verdict]}</Chip>,
    amount: ({ amount }) => formatTiyn(amount),
    fee: ({ fee }) => formatTiyn(fee),
  }
  return (
    <div className={styles.whole}>
      <p className={styles.bar}>
        <Button
          variant="quiet"
          size="small"
          onClick={() => setQuery({ statement: null, line: null, sort: null })}
        >
          {t.back}
        </Button>
        {only ? (
          <Button variant="quiet" size="small" onClick={() => setQuery({ line: null })}>
            {t.allRows}
          </Button>
        ) : null}
      </p>
      <Ledger<Line & { id: string }, never>
        key={sort ?? ''}
        caption={t.rows}
        columns={lineKeys.map((key) => ({
          key,
          sort: isSorted(key) ? statementSorts[key] : undefined,
          title: t.row[key],
          number: key === 'amount' || key === 'fee',
          grows: key === 'key',
          from: lineFrom[key],
          cell: cells[key],
        }))}
        rows={rows}
        summed={() => null}
      />
    </div>
  )
}
