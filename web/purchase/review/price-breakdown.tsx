import { fromTo, money, useLocale, useTexts } from '../../texts.ts'
import { ChevronIcon } from '../../ui/icons.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { Price } from '../../ui/price.tsx'
import { Line } from '../before-paying.tsx'
import { Changes } from '../price/changes.tsx'
import { SinceReasons } from '../price/since-last.tsx'
import { Waterfall } from '../price/waterfall.tsx'
import words from '../purchase-texts.ts'
import type { Quote } from '../state/state.ts'
import styles from './price-box.module.css'

/**
 * The whole calculation per car and driver, the dearest car and the decisive driver open, and what
 * would change it.
 */
export function PriceBreakdown({ quote }: { quote: Quote }) {
  const t = useTexts(words)
  const locale = useLocale()
  const many = quote.cars.length > 1
  const premiums = quote.cars.map(({ premium }) => premium)
  const dearest = premiums.indexOf(Math.max(...premiums))
  return (
    <div className={styles.whole}>
      {quote.since_last ? <SinceReasons since={quote.since_last} /> : null}
      {quote.price_kind === 'many' ? <p className={styles.note}>{t.perCar}</p> : null}
      {quote.price_kind === 'complex' ? <p className={styles.note}>{t.complexPrice}</p> : null}
      {quote.cars.map((car, at) =>
        many ? (
          <details key={car.registrationNumber} className={styles.line} open={at === dearest}>
            <summary>
              <span>
                {plateWords(car.registrationNumber)} · {car.makeModel}
              </span>
              <Price tenge={car.premium} />
              <ChevronIcon />
            </summary>
            <CarLines car={car} />
          </details>
        ) : (
          <CarLines key={car.registrationNumber} car={car} />
        ),
      )}
      <dl className={styles.rows}>
        <Line label={t.insurancePremium} value={money(quote.insurance_premium)} />
        <Line label={t.ofCommission} value={money(quote.broker_premium)} minor />
        {quote.ogpo_plus_premium > 0 ? (
          <Line label="ОГПО+" value={money(quote.ogpo_plus_premium)} />
        ) : null}
        <Line label={t.insurer} value={quote.insurer.name[locale]} />
        <Line label={t.period2} value={fromTo(locale, quote.date_start, quote.date_end)} />
      </dl>
    </div>
  )
}

/** The calculation of one car: a line for each driver. */
function CarLines({ car }: { car: Quote['cars'][number] }) {
  const t = useTexts(words)
  return (
    <div className={styles.car}>
      {car.lines.map((line) => {
        const decisive = line.iin === car.decisiveIin
        const whole = (
          <>
            {decisive && car.lines.length > 1 ? <p className={styles.note}>{t.decisive}</p> : null}
            <Waterfall factors={line.factors} premium={line.premium} />
            {decisive ? <Changes factors={line.factors} premium={line.premium} /> : null}
          </>
        )
        if (car.lines.length === 1) return <div key={line.iin}>{whole}</div>
        return (
          <details key={line.iin} className={styles.line} open={decisive}>
            <summary>
              <span>{line.name}</span> <Price tenge={line.premium} />
              <ChevronIcon />
            </summary>
            {whole}
          </details>
        )
      })}
    </div>
  )
}
