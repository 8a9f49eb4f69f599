import { numericPeriod } from '#domain/calendar.ts'
import { ask } from '../http/ask.ts'
import { fileOf } from '../http/download.ts'
import { useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { decimal } from '../ui/charts/units.ts'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { DocumentIcon, DownloadIcon } from '../ui/later-icons.tsx'
import words from './export-texts.ts'
import styles from './exports.module.css'
import type { Export } from './replies.ts'

const sizeOf = (bytes: number) =>
  bytes < 1_048_576 ? `${decimal(bytes / 1_024)}\u00a0КБ` : `${decimal(bytes / 1_048_576)}\u00a0МБ`
const save = fileOf('reportExportFile')

/** One file that was asked for: what it is, how far it is, what can be done with it. */
export function ExportLine({ row, onChanged }: { row: Export; onChanged: () => void }) {
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
