import { useState } from 'react'
import { numericPeriod } from '#domain/calendar.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { ask } from '../http/ask.ts'
import { fileOf } from '../http/download.ts'
import { useReply } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { decimal } from '../ui/charts/units.ts'
import { FilterChip } from '../ui/filter-chip.tsx'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { DocumentIcon, DownloadIcon } from '../ui/later-icons.tsx'
import { LimitedField } from '../ui/limited-field.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useQuery } from '../ui/query.ts'
import words from './export-texts.ts'
import styles from './exports.module.css'
import { Filters } from './filters.tsx'
import { periodOf } from './period.ts'
import type { Export } from './replies.ts'
import report from './report.module.css'

const sizeOf = (bytes: number) =>
  bytes < 1_048_576 ? `${decimal(bytes / 1_024)}\u00a0КБ` : `${decimal(bytes / 1_048_576)}\u00a0МБ`
const save = fileOf('reportExportFile')

/** One requested file: its report, progress and actions. */
function ExportLine({ row, onChanged }: { row: Export; onChanged: () => void }) {
  const t = useTexts(words)
  const act = useAct(null)
  const saving = useAct(t.saved)
  const { id, report, format, from, to, persons, reason, state } = row
  const going = state === 'queued' || state === 'making'
  const name = `${t.reports[report]}, ${numericPeriod(from, to)}`
  const does = async (work: () => Promise<unknown>) => {
    if (await act.run(work)) onChanged()
  }
  const again = () =>
    does(() => ask('reportStartExport', { report, format, persons, reason, ask: { from, to } }))
  const download = async () => {
    const stop = new AbortController()
    if (await saving.run(() => save({ id }, stop.signal, () => {}))) onChanged()
  }
  return (
    <li>
      {going ? <DownloadIcon /> : <DocumentIcon />}
      <div>
        <b>{name}</b>
        <small>
          {t.line(format.toUpperCase(), t.personNames[persons])}
          {reason ? ` · ${t.why(reason)}` : ''}
        </small>
      </div>
      <div className={styles.far}>
        <Far row={row} name={name} />
      </div>
      <small className={styles.when}>{almatyTime(row.createdAt)}</small>
      {going ? (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${t.stop}: ${name}`}
          busy={act.busy}
          onClick={() => void does(() => ask('reportStopExport', { id }))}
        >
          {t.stop}
        </Button>
      ) : state === 'done' ? (
        <Button
          variant="secondary"
          size="small"
          aria-label={`${t.download}: ${name}`}
          busy={saving.busy}
          onClick={() => void download()}
        >
          {t.download}
        </Button>
      ) : (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${t.again}: ${name}`}
          busy={act.busy}
          onClick={() => void again()}
        >
          {t.again}
        </Button>
      )}
      <ActError act={act.error ? act : saving} />
    </li>
  )
}

function Far({ row, name }: { row: Export; name: string }) {
  const t = useTexts(words)
  const { state, rowsDone, rowsAll, bytes } = row
  if (state === 'queued') return <small>{t.queued}</small>
  if (state === 'making')
    return (
      <>
        <progress
          aria-label={name}
          max={rowsAll ?? undefined}
          value={rowsAll === null ? undefined : Math.min(rowsDone, rowsAll)}
        />
        <small>{rowsAll === null ? t.rows(rowsDone) : t.rowsOf(rowsDone, rowsAll)}</small>
      </>
    )
  if (state === 'done')
    return (
      <>
        <span>
          <SuccessIcon />
          {t.ready(sizeOf(bytes ?? 0))} · {t.rows(rowsDone)}
        </span>
        <small>
          {row.downloads > 0 ? `${t.downloads(row.downloads)} · ` : ''}
          {row.expiresAt ? t.until(almatyTime(row.expiresAt)) : ''}
        </small>
      </>
    )
  if (state === 'failed')
    return (
      <span data-bad="">
        <ErrorIcon />
        {row.failure}
      </span>
    )
  return <small>{state === 'stopped' ? t.stopped : t.gone}</small>
}

const reports = [
  ...(['orders', 'movements', 'claims', 'matched', 'refunds'] as const),
  ...(['insurers', 'promoters'] as const),
]
const formats = ['xlsx', 'csv'] as const
const persons = ['masked', 'full'] as const

const isGoing = (state: string): boolean => state === 'queued' || state === 'making'

/** Requested report files with their progress, and the form for a new one. */
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
                <FirstFiles today={today} onStarted={loading.again} />
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

/** Before the first request: the content of each file, and a button that requests it. */
function FirstFiles({ today, onStarted }: { today: string; onStarted: () => void }) {
  const t = useTexts(words)
  const period = periodOf(useQuery(), today)
  const act = useAct(t.started)
  const start = async (what: (typeof reports)[number]) => {
    const asked = {
      report: what,
      format: 'xlsx',
      persons: 'masked',
      reason: '',
      ask: period,
    } as const
    if (await act.run(() => ask('reportStartExport', asked))) onStarted()
  }
  return (
    <>
      <p className={styles.none}>
        <b>{t.none}</b> {t.noneText}
      </p>
      <ul className={styles.first}>
        {reports.map((what) => (
          <li key={what}>
            <DocumentIcon />
            <div>
              <b>{t.reports[what]}</b>
              <small>{t.holds[what]}</small>
            </div>
            <Button
              variant="secondary"
              size="small"
              busy={act.busy}
              aria-label={`${t.start}: ${t.reports[what]}`}
              onClick={() => void start(what)}
            >
              {t.start}
            </Button>
          </li>
        ))}
      </ul>
      <ActError act={act} />
    </>
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
        told
        value={what === 'orders' ? '' : what}
        {...pick(reports, setWhat, t.reports)}
      />
      <FilterChip
        label={t.file}
        told
        value={format === 'xlsx' ? '' : format}
        {...pick(formats, setFormat, { xlsx: 'XLSX', csv: 'CSV' })}
      />
      <FilterChip
        label={t.persons}
        told
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
