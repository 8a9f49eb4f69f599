import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useFirstFocus } from '../first-focus.ts'
import { useOnline } from '../frame.tsx'
import { askedBy } from './asked-by.ts'
import { type Asked, type Refusal, Results } from './results.tsx'
import styles from './search.module.css'
import words from './texts.ts'

const TodaysSales = lazy(() =>
  import('../sales/todays-sales.tsx').then((module) => ({ default: module.TodaysSales })),
)
const Expiring = lazy(() =>
  import('../sales/expiring.tsx').then((module) => ({ default: module.Expiring })),
)

/** Finds any policy by its Global ID; by plate, IIN and phone the promoter's own sales. */
export function Search() {
  const t = useTexts(words)
  const [wrong, setWrong] = useState<string | undefined>()
  const [formError, setFormError] = useState<string | null>(null)
  const [asked, setAsked] = useState<(Asked & { round: number }) | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const online = useOnline()
  useFirstFocus(() => 'value')

  const look = (what: Asked): void => {
    setFormError(null)
    setAsked((before) => ({ ...what, round: (before?.round ?? 0) + 1 }))
    // Only a Global ID may be in an address: the others are personal data.
    const query = what.by === 'globalId' ? `?${new URLSearchParams({ globalId: what.value })}` : ''
    history.replaceState(null, '', location.pathname + query)
  }
  const refused = (apiError: Refusal): void => {
    setAsked(null)
    if (apiError.kind === 'invalid') setWrong(apiError.errors[0]?.message)
    else setFormError(apiError.message || t.failed)
  }
  // Takes the number from a link. Once.
  useEffect(() => {
    const globalId = new URLSearchParams(location.search).get('globalId')
    if (!globalId) return
    if (input.current) input.current.value = globalId
    look({ by: 'globalId', value: globalId })
  }, []) // oxlint-disable-line react/exhaustive-deps

  const ask = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const value = input.current?.value.trim() ?? ''
    setWrong(value ? undefined : t.required)
    if (value) look(askedBy(value))
    else input.current?.focus()
  }
  return (
    <div className={styles.page}>
      <h1>{t.heading}</h1>
      <form className={styles.form} onSubmit={ask} noValidate>
        <LimitedField
          name="value"
          label={t.by}
          below={<p className={styles.note}>{t.byHint}</p>}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={40}
          inputRef={input}
          error={wrong}
          onValue={() => setWrong(undefined)}
        />
        <Button type="submit">{t.search}</Button>
      </form>
      {formError ? <Notice tone="error" live title={formError} /> : null}
      {asked ? (
        <Results
          key={asked.round}
          asked={{ by: asked.by, value: asked.value }}
          onRefused={refused}
        />
      ) : online ? (
        <Suspense>
          <div className={styles.begin}>
            <TodaysSales period="month" />
            <Expiring />
          </div>
        </Suspense>
      ) : null}
    </div>
  )
}
