import { pathOf } from '#contract/pages.ts'
import { formatCoefficient } from '#domain/money.ts'
import { entryClass } from '../../content/entry-class.ts'
import { worked } from '../../content/usual-price.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import styles from './price.module.css'
import words from './texts.ts'

const { base, region, vehicle, classes } = worked
const highest = Math.max(...classes.map(({ sum }) => sum))

/** The law's price, built up row by row; choosing a class changes the last row without a script. */
export function Cost() {
  const t = useTexts(words)
  const locale = useLocale()
  const rows = [
    { name: t.base, k: `${formatCoefficient(base.k)}\u00a0${t.mrp}`, sum: base.sum },
    { name: t.region, k: `× ${formatCoefficient(region.k)}`, sum: region.sum },
    { name: t.vehicle, k: `× ${formatCoefficient(vehicle.k)}`, sum: vehicle.sum },
  ]
  return (
    <section className={`wrap ${styles.cost}`} aria-labelledby="cost">
      <div>
        <h2 id="cost">{t.cost}</h2>
        <p className={styles.soft}>{t.costText}</p>
      </div>
      <form className={styles.tower}>
        <ol>
          {rows.map(({ name, k, sum }) => (
            <li key={name}>
              <span>{name}</span>
              <b>{k}</b>
              <Bar sum={sum} />
              <span className={styles.sum}>{money(sum)}</span>
            </li>
          ))}
          <li className={styles.last}>
            <span>{t.ownClass}</span>
            {classes.map(({ id, k }) => (
              <b key={id} className={styles[`of${id}`]}>
                × {formatCoefficient(k)}
              </b>
            ))}
            {classes.map(({ id, sum }) => (
              <Bar key={id} sum={sum} className={styles[`of${id}`]} />
            ))}
            {classes.map(({ id, sum }) => (
              <output key={id} className={`${styles.sum} ${styles[`of${id}`]}`}>
                {money(sum)}
              </output>
            ))}
          </li>
        </ol>
        <fieldset className={styles.pick}>
          <legend>{t.years}</legend>
          {classes.map(({ id }) => (
            <label key={id}>
              <input
                type="radio"
                name="class"
                className={styles[`pick${id}`]}
                defaultChecked={id === entryClass}
              />
              <span>{id === 'first' ? t.first : t.ofClass(id)}</span>
            </label>
          ))}
        </fieldset>
        <p className={styles.small}>{t.classText}</p>
        <a className={styles.own} href={pathOf('ogpo-calculator', locale)}>
          {t.estimate}
        </a>
      </form>
    </section>
  )
}

/** A sum as a length, of the dearest class. */
const Bar = ({ sum, className = '' }: { sum: number; className?: string | undefined }) => (
  <svg
    className={`${styles.bar} ${className}`}
    viewBox="0 0 100 12"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <rect width={Math.round((sum / highest) * 100)} height="12" rx="2" />
  </svg>
)
