import { Suspense, useEffect, useRef, useState } from 'react'
import { almatyDay, type Day } from '#domain/calendar.ts'
import { vehicleTypes } from '#texts/vehicle-types.ts'
import { api, type Reply } from '../../http/api.ts'
import { type ApiError, apiErrorOf } from '../../http/http.ts'
import { lazy } from '../../lazy.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronIcon } from '../../ui/icons.tsx'
import { Price } from '../../ui/price.tsx'
import { RadioCards } from '../../ui/radio-cards.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import firstWords from '../calculator-texts.ts'
import { BuyAnyway } from './buy-anyway.tsx'
import styles from './estimate.module.css'
import {
  estimateBody,
  type Facts,
  firstFacts,
  keepEstimate,
  problemsOfFacts,
} from './estimate-facts.ts'
import words from './estimate-texts.ts'
import { classes, isRepublicanCity, regionsIn } from './tariff-words.ts'

/** Loaded when the explanation is opened. */
const Explained = lazy(() =>
  import('./explained.tsx').then((module) => ({ default: module.Explained })),
)

type Data = Reply<'ogpoEstimate'>['data']
/** Debounce of the price after a keystroke, ms. */
const debounceMs = 300

/** The law's price for everyone: no personal data, every change is priced at once. */
export function Estimate({ today }: { today: Day | null }) {
  const t = useTexts(words)
  const first = useTexts(firstWords)
  const [facts, setFacts] = useState<Facts>(firstFacts)
  const day = today ?? almatyDay(new Date())
  const problems = today ? problemsOfFacts(facts, day) : {}
  const wrong = Object.values(problems).some(Boolean)
  const { data, fault: apiError, changed, again } = usePrice(facts, today)

  return (
    <div className={styles.both}>
      <FactsForm facts={facts} problems={problems} onFacts={setFacts} />
      <div className={styles.result}>
        <div className={styles.price} aria-live="polite">
          <p className={styles.label}>{first.estimate}</p>
          {data ? (
            <Price tenge={data.premium} size="large" changed={changed} />
          ) : (
            <Skeleton shape="title" />
          )}
          <p className={styles.note}>{first.estimateNote}</p>
          {apiError && !wrong ? (
            <p className={styles.fault} role="alert">
              {apiError.message || t.failed}{' '}
              <Button variant="quiet" size="small" onClick={again}>
                {t.retry}
              </Button>
            </p>
          ) : null}
        </div>
        <BuyAnyway />
        {data && wrong ? <p className={styles.stale}>{t.stale}</p> : null}
        {data ? <Why data={data} /> : null}
      </div>
    </div>
  )
}

type FactsProps = {
  facts: Facts
  problems: ReturnType<typeof problemsOfFacts>
  onFacts: (change: (old: Facts) => Facts) => void
}

/** What the law's price depends on. */
function FactsForm({ facts, problems, onFacts }: FactsProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const set = (name: keyof Facts) => (value: string) =>
    onFacts((old) => ({ ...old, [name]: value }))
  const problem = (name: keyof Facts): string | undefined => {
    const found = problems[name]
    return found ? t[found] : undefined
  }
  const number = (name: 'year' | 'age' | 'experience') => (
    <TextField
      name={name}
      label={t[name]}
      inputMode="numeric"
      defaultValue={facts[name]}
      onValue={set(name)}
      error={problem(name)}
    />
  )
  return (
    <form className={styles.form} onSubmit={(event) => event.preventDefault()}>
      <Select
        name="region"
        label={t.region}
        defaultValue={facts.region}
        onValue={set('region')}
        options={regionsIn(locale)}
      />
      {isRepublicanCity(facts.region) ? null : (
        <Settlement chosen={facts.settlement} onFacts={onFacts} />
      )}
      <div className={styles.pair}>
        <Select
          name="vehicleType"
          label={t.vehicleType}
          defaultValue={facts.vehicleType}
          onValue={set('vehicleType')}
          options={vehicleTypes.map((type) => ({ value: type.code, label: type[locale] }))}
        />
        {number('year')}
      </div>
      <div className={styles.pair}>
        {number('age')}
        {number('experience')}
      </div>
      <Select
        name="class"
        label={t.class}
        hint={t.classHint}
        defaultValue={facts.class}
        onValue={set('class')}
        options={[
          { value: 'FIRST', label: t.first },
          ...classes.map((name) => ({ value: name, label: t.classOf(name) })),
        ]}
      />
    </form>
  )
}

type SettlementProps = { chosen: Facts['settlement'] } & Pick<FactsProps, 'onFacts'>

/** A city of a region, or any other place in it. */
function Settlement({ chosen, onFacts }: SettlementProps) {
  const t = useTexts(words)
  return (
    <RadioCards
      name="settlement"
      label={t.settlement}
      defaultValue={chosen}
      onValue={(value) =>
        onFacts((old) => ({ ...old, settlement: value === 'OTHER' ? 'OTHER' : 'CITY' }))
      }
      options={[
        { value: 'CITY', label: t.city, detail: t.cityHint },
        { value: 'OTHER', label: t.other, detail: t.otherHint },
      ]}
    />
  )
}

function Why({ data }: { data: Data }) {
  const t = useTexts(words)
  const [open, setOpen] = useState(false)
  return (
    <details className={styles.why} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t.why}
        <ChevronIcon />
      </summary>
      {open ? (
        <Suspense fallback={<Skeleton shape="card" />}>
          <Explained factors={data.factors} premium={data.premium} />
        </Suspense>
      ) : null}
    </details>
  )
}

/**
 * Requests the price of the current facts; the newest answer wins, the old price stays in sight
 * meanwhile.
 */
function usePrice(facts: Facts, today: Day | null) {
  const [data, setData] = useState<Data | null>(null)
  const [apiError, setApiError] = useState<ApiError | null>(null)
  const [changed, setChanged] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const shown = useRef<number | null>(null)
  const body = today ? estimateBody(facts, today) : null
  const key = JSON.stringify(body)

  // The key identifies the body.
  useEffect(() => {
    if (!body) return
    const stop = new AbortController()
    const ask = async (): Promise<void> => {
      try {
        const reply = await api('ogpoEstimate', body, { signal: stop.signal })
        setChanged(shown.current !== null && shown.current !== reply.data.premium)
        shown.current = reply.data.premium
        setData(reply.data)
        setApiError(null)
        if (facts !== firstFacts) keepEstimate(reply.data.premium)
      } catch (error) {
        if (!stop.signal.aborted) setApiError(apiErrorOf(error))
      }
    }
    const timer = setTimeout(() => void ask(), shown.current === null ? 0 : debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key, attempts]) // oxlint-disable-line react/exhaustive-deps

  return { data, fault: apiError, changed, again: () => setAttempts((count) => count + 1) }
}
