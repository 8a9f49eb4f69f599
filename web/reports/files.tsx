import { useEffect, useRef, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { fileOf } from '../http/download.ts'
import { apiErrorOf } from '../http/http.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useToast } from '../ui/toast.tsx'
import styles from './report.module.css'
import words from './texts.ts'

const sizeOf = (bytes: number) => `${(bytes / 1_048_576).toFixed(1).replace('.', ',')} MB`

const periodIn = ({ from, to }: Record<string, string>): Record<string, string> =>
  from && to ? { from, to } : {}

type Props = { save: ReturnType<typeof fileOf>; query: Record<string, string> }

/**
 * Download of the whole report with four digits of each IIN: progress and a stop button. Beside it
 * links to files made in the background, and to whole IINs.
 */
export function Files({ save, query }: Props) {
  const locale = useLocale()
  const t = useTexts(words)
  const say = useToast()
  const [bytes, setBytes] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  // Aborts the download when the component unmounts.
  useEffect(() => () => running.current?.abort(), [])

  const start = async (format: 'xlsx' | 'csv') => {
    const stop = new AbortController()
    running.current = stop
    setError(null)
    setBytes(0)
    try {
      await save({ ...query, format }, stop.signal, setBytes)
      say({ text: t.saved, tone: 'good' })
    } catch (error) {
      if (!stop.signal.aborted) setError(apiErrorOf(error).message || t.failed)
    } finally {
      setBytes(null)
    }
  }
  return (
    <section aria-label={t.files} className={styles.files}>
      <div className={styles.formats}>
        {bytes === null ? (
          (['xlsx', 'csv'] as const).map((format) => (
            <Button
              key={format}
              variant="secondary"
              size="small"
              aria-label={`${t.files}: ${t[format]}`}
              onClick={() => void start(format)}
            >
              {t[format]}
            </Button>
          ))
        ) : (
          <>
            <p role="status">{t.making(sizeOf(bytes))}</p>
            <Button variant="quiet" size="small" onClick={() => running.current?.abort()}>
              {t.stop}
            </Button>
          </>
        )}
      </div>
      <a
        className={styles.all}
        href={`${pathOf('orders-report', locale)}?${new URLSearchParams({ view: 'exports', ...periodIn(query) })}`}
      >
        {t.allFiles}
      </a>
      {error ? <Notice tone="error" live title={error} /> : null}
    </section>
  )
}
