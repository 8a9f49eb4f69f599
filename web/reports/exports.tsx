import { useState } from 'react'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FilterChip } from '../ui/filter-chip.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useQuery } from '../ui/query.ts'
import { ExportLine } from './export-line.tsx'
import words from './export-texts.ts'
import styles from './exports.module.css'
import { Filters } from './filters.tsx'
import { periodOf } from './period.ts'
import report from './report.module.css'

const reports = ['orders', 'claims', 'matched', 'refunds', 'insurers', 'promoters'] as const
const formats = ['xlsx', 'csv'] as const
const persons = ['masked', 'full'] as const

/** Reports asked for as files: a new one, and those that were asked for, each as far as it is. */
const isGoing = (state: string): boolean => state === 'queued' || state === 'making'

export function ExportsView({ today }: { today: string }) {
  const t = useTexts(words)
  const loading = useReply(
    ask,
    'reportExports',
    {},
    {
      againWhile: (rows) => rows.some(({ state }) => isGoing(state)),
    },
  )
  const rows = loading.value ?? []
  const going = rows.filter(({ state }) => isGoing(state)).length
  useFootSum(t.foot(going, rows.filter(({ state }) => state === 'done').length))
  return (
    <div className={report.whole}>
      <Filters today={today}>
        <NewExport today={today} onStarted={loading.again} />
        <section
          className={report.ledger}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard too
          tabIndex={0}
          aria-label={t.caption}
        >
          <Loaded loading={loading} value={loading.value}>
            {(all) =>
              all.length === 0 ? (
                <EmptyState title={t.none}>{t.noneText}</EmptyState>
              ) : (
                <ul className={styles.list}>
                  {all.map((row) => (
                    <ExportLine key={row.id} row={row} onChanged={loading.again} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </Filters>
    </div>
  )
}

function NewExport({ today, onStarted }: { today: string; onStarted: () => void }) {
  const t = useTexts(words)
  const period = periodOf(useQuery(), today)
  const act = useAct(t.started)
  const [what, setWhat] = useState<(typeof reports)[number]>('orders')
  const [format, setFormat] = useState<(typeof formats)[number]>('xlsx')
  const [whole, setWhole] = useState<(typeof persons)[number]>('masked')
  const start = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '')
    const asked = { report: what, format, persons: whole, reason, ask: period }
    if (await act.run(() => ask('reportStartExport', asked))) onStarted()
  }
  const pick = <Value extends string>(
    values: readonly Value[],
    set: (value: Value) => void,
    names: Record<Value, string>,
  ) => ({
    any: names[values[0] as Value],
    options: values.slice(1).map((value) => ({ value, label: names[value] })),
    onValue: (text: string) => {
      const value = values.find((one) => one === text) ?? values[0]
      if (value) set(value)
    },
  })
  return (
    <form
      className={styles.fresh}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void start(new FormData(event.currentTarget))
      }}
    >
      <FilterChip
        label={t.what}
        value={what === 'orders' ? '' : what}
        {...pick(reports, setWhat, t.reports)}
      />
      <FilterChip
        label={t.file}
        value={format === 'xlsx' ? '' : format}
        {...pick(formats, setFormat, { xlsx: 'XLSX', csv: 'CSV' })}
      />
      <FilterChip
        label={t.persons}
        value={whole === 'masked' ? '' : whole}
        {...pick(persons, setWhole, t.personNames)}
      />
      <Button type="submit" size="small" busy={act.busy}>
        {t.start}
      </Button>
      {whole === 'full' ? (
        <div className={styles.reason}>
          <LimitedField
            name="reason"
            label={t.reason}
            hint={t.reasonHint}
            maxLength={300}
            error={act.errors.reason}
          />
        </div>
      ) : null}
      {Object.keys(act.errors).length === 0 ? <ActError act={act} /> : null}
    </form>
  )
}
