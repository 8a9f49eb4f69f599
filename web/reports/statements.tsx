import { type ReactNode, useEffect, useState } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { decodeText } from '#domain/decode-text.ts'
import { formatTiyn } from '#domain/format.ts'
import { wayNames } from '#domain/payment-ways.ts'
import { statementColumns } from '#domain/statement.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { money, useTexts } from '../texts.ts'
import { ActDialog, ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import parts from '../ui/desk-parts.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { FileChoice } from '../ui/file-choice.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import { Select } from '../ui/select.tsx'
import { useToast } from '../ui/toast.tsx'
import words from './accounting-texts.ts'
import { Ledger, useRows } from './ledger.tsx'
import styles from './report.module.css'
import { SaleLink } from './sale-link.tsx'

/**
 * Statements of the bank and the acquirer: a new one, those that were imported, the lines of one
 * (`?statement=`), or of them the one that is asked for (`&line=`).
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
/** What gives way first on a narrow sheet. */
const from: Partial<Record<(typeof keys)[number], 600 | 900 | 1200>> = {
  ...{ system: 600, paid: 600, period: 900, rows: 900, at: 900, refunded: 1200, fee: 1200 },
}

function List() {
  const t = useTexts(words).statements
  const loading = useReply(ask, 'reportStatements', {})
  const [mistaken, setMistaken] = useState<Statement | null>(null)
  const act = useAct(t.withdrawn)
  const close = () => {
    setMistaken(null)
    act.reset()
  }
  const withdraw = async ({ id }: Statement) => {
    if (!(await act.run(() => ask('reportWithdrawStatement', { id })))) return
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
    paid: ({ paid }) => money(paid),
    refunded: ({ refunded }) => money(refunded),
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
      <Import onDone={loading.again} />
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
      <ActDialog
        open={mistaken !== null}
        title={t.withdrawTitle}
        submit={t.withdraw}
        danger
        act={act}
        onClose={close}
        onSubmit={() => void (mistaken && withdraw(mistaken))}
      >
        <p>{mistaken ? t.withdrawText(mistaken.fileName, mistaken.rows) : null}</p>
      </ActDialog>
    </div>
  )
}

/** Which file is taken: its columns, each with what stands in it. */
function Needed() {
  const t = useTexts(words).statements
  return (
    <details className={styles.needed}>
      <summary>{t.about}</summary>
      <p>
        {t.aboutText} <code className={styles.code}>{statementColumns.join(';')}</code>
      </p>
      <dl>
        {statementColumns.map((column) => (
          <div key={column}>
            <dt>
              <code>{column}</code>
            </dt>
            <dd>{t.aboutColumns[column]}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

function Import({ onDone }: { onDone: () => void }) {
  const t = useTexts(words).statements
  const say = useToast()
  const act = useAct(t.imported)
  const [round, setRound] = useState(0)
  const [missing, setMissing] = useState(false)
  const [unreadable, setUnreadable] = useState(false)
  const send = async (form: FormData) => {
    const file = form.get('file')
    const system = wayNames.find((name) => name === form.get('system')) ?? wayNames[0]
    setMissing(!(file instanceof File) || file.size === 0)
    setUnreadable(false)
    if (!(file instanceof File) || file.size === 0) return
    const content = decodeText(new Uint8Array(await file.arrayBuffer()))
    setUnreadable(content === null)
    act.reset()
    if (content === null) return
    const done = await act.run(async () => {
      const { known } = await ask('reportImportStatement', {
        system,
        fileName: file.name.slice(-200),
        content,
      })
      if (known) say({ text: t.known })
    })
    if (!done) return
    setRound(round + 1)
    onDone()
  }
  const wrong = Object.keys(act.errors).map((path) => path.replace('content.', ''))
  return (
    <div className={styles.fresh}>
      <form
        key={round}
        className={parts.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(new FormData(event.currentTarget))
        }}
      >
        <div className={styles.bring}>
          <Select
            name="system"
            label={t.system}
            options={wayNames.map((value) => ({
              value,
              label: t.systems[value],
            }))}
          />
          <FileChoice
            key={round}
            name="file"
            label={t.file}
            choose={t.choose}
            accept=".csv,text/csv"
            error={missing ? t.missing : unreadable ? t.unreadable : undefined}
          />
          <Button type="submit" busy={act.busy}>
            {t.import}
          </Button>
        </div>
        {wrong.length > 0 ? (
          <p className={parts.soft}>{t.wrongLine(wrong.slice(0, 5).join(', '))}</p>
        ) : null}
        <ActError act={act} />
        <Needed />
      </form>
    </div>
  )
}

const lineKeys = [
  ...(['line', 'day', 'operation', 'key', 'outsideId', 'verdict', 'amount', 'fee'] as const),
]
type Line = Reply<'reportStatementRows'>['data'][number]
const lineFrom: Partial<Record<(typeof lineKeys)[number], 600 | 900>> = {
  ...{ day: 600, operation: 600, outsideId: 900, fee: 900 },
}

/** What is in order, and what needs nothing done; everything else is a difference. */
const tones: Partial<Record<Line['verdict'], 'good' | 'plain'>> = {
  ...{ matched: 'good', known: 'plain' },
}

function Lines({ id, only }: { id: string; only: number | undefined }) {
  const t = useTexts(words).statements
  const rows = useRows(
    'reportStatementRows',
    { id, ...(only ? { line: only } : {}) },
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
    key: ({ key, line, verdict }) =>
      verdict === 'unknown' ? key : <SaleLink id={`${id}:${line}`}>{key}</SaleLink>,
    outsideId: ({ outsideId }) => outsideId || '–',
    verdict: ({ verdict }) => <Chip tone={tones[verdict] ?? 'bad'}>{t.verdicts[verdict]}</Chip>,
    amount: ({ amount }) => money(amount),
    fee: ({ fee }) => formatTiyn(fee),
  }
  return (
    <div className={styles.whole}>
      <p className={styles.bar}>
        <Button
          variant="quiet"
          size="small"
          onClick={() => setQuery({ statement: null, line: null })}
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
        caption={t.rows}
        columns={lineKeys.map((key) => ({
          key,
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
