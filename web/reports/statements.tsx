import { useState } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { statementColumns } from '#domain/statement.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { money, useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import parts from '../ui/desk-parts.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { FileChoice } from '../ui/file-choice.tsx'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { setQuery, useQuery } from '../ui/query.ts'
import { Select } from '../ui/select.tsx'
import { Table } from '../ui/table.tsx'
import { useToast } from '../ui/toast.tsx'
import words from './accounting-texts.ts'
import { Paged } from './paged.tsx'
import styles from './report.module.css'

/**
 * Statements of the bank and the acquirer: a new one, those that were imported, the lines of one
 * (`?statement=`).
 */
export function Statements(_props: { today: string }) {
  const statement = useQuery().get('statement')
  return statement ? <Lines key={statement} id={statement} /> : <List />
}

function List() {
  const t = useTexts(words).statements
  const day = (date: string) => numericDay(date)
  const loading = useLoading(async (signal) => (await ask('reportStatements', {}, { signal })).data)
  return (
    <>
      <Import onDone={loading.again} />
      <Loaded loading={loading} value={loading.value}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t.none} />
          ) : (
            <div className={parts.list}>
              <Table
                caption={t.list}
                columns={(
                  [
                    'file',
                    'system',
                    'period',
                    'rows',
                    'unmatched',
                    'paid',
                    'refunded',
                    'fee',
                    'at',
                  ] as const
                ).map((key) => ({
                  key,
                  title: t.columns[key],
                  number: ['rows', 'unmatched', 'paid', 'refunded', 'fee'].includes(key),
                }))}
                rows={rows.map((row) => ({
                  key: row.id,
                  cells: {
                    file: (
                      <Button
                        variant="quiet"
                        size="small"
                        aria-label={`${t.open}: ${row.fileName}`}
                        onClick={() => setQuery({ statement: row.id })}
                      >
                        {row.fileName}
                      </Button>
                    ),
                    system: t.systems[row.system],
                    period:
                      row.from === row.to ? day(row.from) : `${day(row.from)} – ${day(row.to)}`,
                    rows: row.rows,
                    unmatched: row.unmatched > 0 ? <Chip tone="bad">{row.unmatched}</Chip> : 0,
                    paid: money(row.paid),
                    refunded: money(row.refunded),
                    fee: money(row.fee),
                    at: almatyTime(row.importedAt),
                  },
                }))}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}

function Import({ onDone }: { onDone: () => void }) {
  const t = useTexts(words).statements
  const say = useToast()
  const act = useAct(t.imported)
  const [round, setRound] = useState(0)
  const [missing, setMissing] = useState(false)
  const send = async (form: FormData) => {
    const file = form.get('file')
    const system = form.get('system') === 'card' ? 'card' : 'mobile_bank'
    setMissing(!(file instanceof File) || file.size === 0)
    if (!(file instanceof File) || file.size === 0) return
    const content = await file.text()
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
    <Card>
      <form
        key={round}
        className={parts.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send(new FormData(event.currentTarget))
        }}
      >
        <p className={parts.soft}>{t.about}</p>
        <p>
          <code className={styles.code}>{statementColumns.join(';')}</code>
        </p>
        <div className={parts.filters}>
          <Select
            name="system"
            label={t.system}
            options={(['mobile_bank', 'card'] as const).map((value) => ({
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
            error={missing ? t.missing : undefined}
          />
          <Button type="submit" busy={act.busy}>
            {t.import}
          </Button>
        </div>
        {wrong.length > 0 ? (
          <p className={parts.soft}>{t.wrongLine(wrong.slice(0, 5).join(', '))}</p>
        ) : null}
        <ActError act={act} />
      </form>
    </Card>
  )
}

function Lines({ id }: { id: string }) {
  const t = useTexts(words).statements
  return (
    <>
      <p>
        <Button variant="quiet" size="small" onClick={() => setQuery({ statement: null })}>
          {t.back}
        </Button>
      </p>
      <Paged
        load={async (after, signal) => {
          try {
            return await ask('reportStatementRows', { id, ...(after ? { after } : {}) }, { signal })
          } catch (error) {
            if (apiErrorOf(error).kind === 'missing') setQuery({ statement: null })
            throw error
          }
        }}
      >
        {(rows) => (
          <Table
            caption={t.rows}
            columns={(
              ['line', 'day', 'operation', 'key', 'outsideId', 'verdict', 'amount'] as const
            ).map((key) => ({
              key,
              title: t.row[key],
              number: key === 'amount',
            }))}
            rows={rows.map((row) => ({
              key: String(row.line),
              cells: {
                line: row.line,
                day: numericDay(row.day),
                operation: t.operations[row.operation],
                key: row.key,
                outsideId: row.outsideId || '–',
                verdict: (
                  <Chip tone={row.verdict === 'matched' ? 'good' : 'bad'}>
                    {t.verdicts[row.verdict]}
                  </Chip>
                ),
                amount: money(row.amount),
              },
            }))}
          />
        )}
      </Paged>
    </>
  )
}
