import { Waterfall } from '../../purchase/price/waterfall.tsx'
import { fromTo, longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Price } from '../../ui/price.tsx'
import styles from './price.module.css'
import type { Calculation } from './state/state.ts'
import words from './texts.ts'

/**
 * Beside the sheet on a wide screen: parts of the price, the end of the cars' present cover, and
 * the promoter's pay. Of several drivers the decisive one.
 */
export function PriceReasons({ calculation: of }: Pick<Props, 'calculation'>) {
  const t = useTexts(words)
  const locale = useLocale()
  // Several cars do not fit: they are behind «why».
  const [car, ...others] = of.cars
  const line = others.length > 0 ? null : car?.lines.find(({ iin }) => iin === car.decisiveIin)
  return (
    <div className={styles.reasons}>
      {of.own_pay == null ? null : (
        <p className={styles.own}>
          {t.ownPay} <strong>{money(of.own_pay)}</strong>
        </p>
      )}
      {of.previous?.map(({ registrationNumber, end }) => (
        <p key={registrationNumber} className={styles.note}>
          {t.previousPolicy(registrationNumber, longDate(locale, end))}
        </p>
      ))}
      {line ? <Waterfall factors={line.factors} premium={line.premium} /> : null}
    </div>
  )
}

type Props = { calculation: Calculation; onClose: () => void }

/**
 * Parts of the price: the sums, then each car and driver with the law's coefficients in plain
 * words.
 */
export function PriceDetails({ calculation, onClose }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const of = calculation
  const rows: [string, string][] = [
    [t.insurancePremium, money(of.insurance_premium)],
    [t.commission, money(of.broker_premium)],
    ...(of.ogpo_plus_premium > 0
      ? ([['ОГПО+', money(of.ogpo_plus_premium)]] as [string, string][])
      : []),
    [t.insurer, of.insurer.name[locale]],
    [t.validity, fromTo(locale, of.date_start, of.date_end)],
  ]
  return (
    <Dialog open onClose={onClose} title={t.details} closeLabel={t.close}>
      <dl className={styles.rows}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {of.cars.map((car) => (
        <section key={car.registrationNumber} className={styles.lines}>
          <h3>
            {car.registrationNumber} · {car.makeModel}
          </h3>
          {car.lines.map((line) => (
            <details key={line.iin} open={line.iin === car.decisiveIin}>
              <summary>
                {line.name} <Price tenge={line.premium} />
              </summary>
              <Waterfall factors={line.factors} premium={line.premium} />
            </details>
          ))}
        </section>
      ))}
    </Dialog>
  )
}
