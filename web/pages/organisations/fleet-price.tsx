import { formatCoefficient } from '#domain/money.ts'
import { vehicleTypes } from '#texts/vehicle-types.ts'
import styles from '../../contact/contact.module.css'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Price } from '../../ui/price.tsx'
import { Table } from '../../ui/table.tsx'
import { carsOf, type Priced } from './data.ts'
import words from './texts.ts'

/** The price by kinds of cars, and everything it stands on. */
export function FleetPrice({ priced }: { priced: Priced }) {
  const t = useTexts(words)
  const locale = useLocale()
  const nameOf = (code: string) => vehicleTypes.find((one) => one.code === code)?.[locale] ?? code
  const percent = formatCoefficient(String(Number(priced.deviation) * 100))
  return (
    <section className={styles.part} aria-labelledby="priced">
      <h2 id="priced">{t.priceTitle}</h2>
      <p className={styles.total}>
        <Price tenge={priced.total} size="large" /> <span>{t.total(carsOf(priced))}</span>
      </p>
      <Table
        caption=""
        columns={[
          { key: 'what', title: t.columns.what },
          { key: 'count', title: t.columns.count, number: true },
          { key: 'each', title: t.columns.each, number: true },
          { key: 'sum', title: t.columns.sum, number: true },
        ]}
        rows={priced.lines.map(({ vehicleType, over, count, each, sum }, index) => ({
          key: `${index} ${vehicleType}`,
          cells: {
            what: `${nameOf(vehicleType)}, ${over ? t.old : t.young}`,
            count,
            each: money(each),
            sum: money(sum),
          },
        }))}
      />
      <h3>{t.assumedTitle}</h3>
      <ul className={styles.assumed}>
        <li>{t.assumed.place(priced.region, priced.settlement)}</li>
        <li>{t.assumed.legal(formatCoefficient(priced.legalEntity))}</li>
        <li>{priced.carriage ? t.assumed.carriage : t.assumed.business}</li>
        <li>{t.assumed.each}</li>
        <li>{t.assumed.deviation(percent, priced.year)}</li>
      </ul>
    </section>
  )
}
