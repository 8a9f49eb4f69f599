import { fromTo, money, useLocale, useTexts } from '../../texts.ts'
import { Price } from '../../ui/price.tsx'
import { Line } from '../before-paying.tsx'
import { plateWords } from '../plate-words.ts'
import { Changes } from '../price/changes.tsx'
import { Waterfall } from '../price/waterfall.tsx'
import words from '../purchase-texts.ts'
import type { Quote } from '../state/state.ts'
import styles from './price-box.module.css'

/**
 * The whole calculation per car and driver, the decisive driver open, and what would change it.
 */
export function Why({ quote }: { quote: Quote }) {
  const t = useTexts(words)
  const locale = useLocale()
  const many = quote.cars.length > 1
  return (
    <div className={styles.whole}>
      {quote.price_kind === 'many' ? <p className={styles.note}>{t.perCar}</p> : null}
      {quote.price_kind === 'complex' ? <p className={styles.note}>{t.complexPrice}</p> : null}
      {quote.cars.map((car) => (
        <section key={car.registrationNumber} className={styles.car}>
          {many ? (
            <h3 className={styles.carName}>
              <span>
                {plateWords(car.registrationNumber)} · {car.makeModel}
              </span>
              <Price tenge={car.premium} />
            </h3>
          ) : null}
          {car.lines.map((line) => {
            const decisive = line.iin === car.decisiveIin
            const whole = (
              <>
                {decisive && car.lines.length > 1 ? (
                  <p className={styles.note}>{t.decisive}</p>
                ) : null}
                <Waterfall factors={line.factors} premium={line.premium} />
                {decisive ? <Changes factors={line.factors} premium={line.premium} /> : null}
              </>
            )
            if (car.lines.length === 1) return <div key={line.iin}>{whole}</div>
            return (
              <details key={line.iin} className={styles.line} open={decisive}>
                <summary>
                  <span>{line.name}</span> <Price tenge={line.premium} />
                </summary>
                {whole}
              </details>
            )
          })}
        </section>
      ))}
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
