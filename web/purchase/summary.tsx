import { useEffect, useState } from 'react'
import { fromTo, money, useLocale, useTexts } from '../texts.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Price } from '../ui/price.tsx'
import { payable, ReissueRows, Row, Warnings } from './before-paying.tsx'
import { plateWords } from './plate-words.ts'
import { Changes } from './price/changes.tsx'
import { keptEstimate } from './price/estimate-facts.ts'
import { SinceLast } from './price/since-last.tsx'
import { Waterfall } from './price/waterfall.tsx'
import words, { carsWord, driversWord, monthsWord } from './purchase-texts.ts'
import type { Quote, State } from './state/state.ts'
import type { PurchaseActions } from './state/use-purchase.ts'
import { experienceAsked } from './state/wire.ts'
import styles from './summary.module.css'

/**
 * The price, always in sight: beside the form on a wide screen, at the thumb on a phone; with the
 * one primary action.
 */
export function Summary({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { state, fresh, busy } = { ...purchase, busy: purchase.state.busy }
  const quote = state.quote?.calculation ?? null
  const reissue = state.reissue !== null
  const [estimate, setEstimate] = useState<number | null>(null)
  useEffect(() => setEstimate(keptEstimate()), [])
  const drivers = state.drivers.length + (state.willDrive ? 1 : 0)
  const sum = quote ? payable(quote, reissue) : null

  return (
    <aside className={styles.summary} aria-label={t.summary}>
      <div className={styles.card} data-empty={quote ? undefined : ''}>
        <div className={styles.price} aria-live="polite">
          <h2 className={styles.label}>{t.summary}</h2>
          {quote && sum !== null ? (
            <Price tenge={quote.premium} size="large" changed={!fresh} />
          ) : estimate ? (
            <p className={styles.about}>
              {t.estimated} {money(estimate)}
            </p>
          ) : (
            <p className={styles.note}>{t.noPrice}</p>
          )}
          {quote && !fresh ? <p className={styles.note}>{t.stale}</p> : null}
        </div>
        <p className={styles.facts}>
          {driversWord(locale, drivers)} ·{' '}
          {carsWord(
            locale,
            state.cars.filter(({ plate }) => plate !== '').length || state.cars.length,
          )}{' '}
          · {monthsWord(locale, state.months)}
        </p>
        {declaredIn(state, t.yourself).map(({ name, over }) => (
          <p key={name} className={styles.note}>
            {t.experienceDeclared(name, over)}
          </p>
        ))}
        <div className={styles.wide}>
          <MainAction purchase={purchase} sum={sum} />
        </div>
        {quote ? <Details quote={quote} reissue={reissue} /> : null}
        {quote && fresh ? <p className={styles.note}>{t.validTill}</p> : null}
      </div>
      <div className={styles.bar}>
        {/* The paying button names the sum itself. */}
        {state.step === 'pay' && fresh ? null : (
          <BarPrice
            sum={quote && fresh ? sum : null}
            estimate={estimate}
            stale={quote !== null && !fresh}
          />
        )}
        {state.step === 'pay' ? (
          <MainAction purchase={purchase} sum={sum} />
        ) : (
          <Button onClick={purchase.next} busy={busy !== null || purchase.wanted}>
            {state.step === 'company' && !fresh ? t.calculate : t.next}
          </Button>
        )}
      </div>
    </aside>
  )
}

/** Whoever drives and whose experience is their own word, as the contract will say. */
function declaredIn(state: State, you: string): { name: string; over: boolean }[] {
  const own = state.willDrive ? [{ look: state.own, experience: state.experienced, name: you }] : []
  const others = state.drivers.map(({ lookup, experienced: experience }) => ({
    look: lookup,
    experience,
    name: lookup.kind === 'found' ? lookup.found.name : '',
  }))
  return [...own, ...others].flatMap(({ look: lookup, experience, name }) =>
    experienceAsked(lookup) && experience !== null ? [{ name, over: experience }] : [],
  )
}

function BarPrice({
  sum,
  estimate,
  stale,
}: {
  sum: number | null
  estimate: number | null
  stale: boolean
}) {
  const t = useTexts(words)
  if (sum !== null)
    return (
      <p className={styles.barPrice}>
        <small>{t.summary}</small>
        <Price tenge={sum} />
      </p>
    )
  if (stale) return <p className={styles.barPrice}>{t.stale}</p>
  return estimate ? (
    <p className={styles.barPrice}>
      <small>{t.estimated}</small>
      <Price tenge={estimate} />
    </p>
  ) : null
}

/** «36 094 ₸ төлеу» once the price is that of these inputs; before it, the calculation. */
function MainAction({ purchase, sum }: { purchase: PurchaseActions; sum: number | null }) {
  const t = useTexts(words)
  const { state, fresh, wanted, calculate, pay, bankPage } = purchase
  if (bankPage)
    return (
      <div className={styles.bank}>
        <LinkButton href={bankPage} wide>
          {t.goBank}
        </LinkButton>
        <p className={styles.note}>{t.goBankText}</p>
      </div>
    )
  if (!fresh || sum === null)
    return (
      <Button wide busy={state.busy === 'calculate' || wanted} onClick={calculate}>
        {state.quote ? t.recalculate : t.calculate}
      </Button>
    )
  return (
    <Button wide busy={state.busy !== null} onClick={pay}>
      {sum === 0 ? t.reissueNow : t.toPay(money(sum))}
    </Button>
  )
}

function Details({ quote, reissue }: { quote: Quote; reissue: boolean }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <>
      {quote.warnings.length > 0 ? (
        <div className={styles.beside}>
          <Warnings quote={quote} />
        </div>
      ) : null}
      {reissue ? (
        <dl className={classNames(styles.rows, styles.beside)}>
          <ReissueRows quote={quote} />
        </dl>
      ) : null}
      <dl className={styles.rows}>
        <Row label={t.insurancePremium} value={money(quote.insurance_premium)} />
        <Row label={t.ofCommission} value={money(quote.broker_premium)} minor />
        {quote.ogpo_plus_premium > 0 ? (
          <Row label="ОГПО+" value={money(quote.ogpo_plus_premium)} />
        ) : null}
        <Row label={t.insurer} value={quote.insurer.name[locale]} />
        <Row label={t.period2} value={fromTo(locale, quote.date_start, quote.date_end)} />
      </dl>
      {quote.since_last ? <SinceLast since={quote.since_last} /> : null}
      {reissue && quote.refund_sum > 0 ? <p className={styles.note}>{t.refundText}</p> : null}
      <Why quote={quote} />
    </>
  )
}

/** Per car and driver: the same waterfall as in the estimate, the decisive driver open. */
function Why({ quote }: { quote: Quote }) {
  const t = useTexts(words)
  const [open, setOpen] = useState(false)
  const many = quote.cars.length > 1
  return (
    <details
      className={styles.why}
      onToggle={(event) =>
        event.target === event.currentTarget && setOpen(event.currentTarget.open)
      }
    >
      <summary>{t.why}</summary>
      {quote.price_kind === 'many' ? <p className={styles.note}>{t.perCar}</p> : null}
      {quote.price_kind === 'complex' ? <p className={styles.note}>{t.complexPrice}</p> : null}
      {quote.cars.map((car) => (
        <section key={car.registrationNumber} className={styles.car}>
          <h3 className={styles.carName}>
            <span>
              {plateWords(car.registrationNumber)} · {car.makeModel}
            </span>
            {many ? <Price tenge={car.premium} /> : null}
          </h3>
          {car.lines.map((line) => {
            const decisive = line.iin === car.decisiveIin
            return (
              <details key={line.iin} className={styles.line} open={decisive}>
                <summary>
                  <span>{line.name}</span> <Price tenge={line.premium} />
                </summary>
                {decisive && car.lines.length > 1 ? (
                  <p className={styles.note}>{t.decisive}</p>
                ) : null}
                <Waterfall factors={line.factors} premium={line.premium} />
                {decisive && open ? (
                  <Changes factors={line.factors} premium={line.premium} />
                ) : null}
              </details>
            )
          })}
        </section>
      ))}
    </details>
  )
}
