import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { formatCoefficient } from '#domain/money.ts'
import { ClassSums } from '../../bonus-malus/class-sums.tsx'
import { Ladder } from '../../bonus-malus/ladder.tsx'
import { tables } from '../../content/tariff-example.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EndBand } from '../../ui/end-band.tsx'
import { Land } from '../../world/plate-land.tsx'
import styles from './page.module.css'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

const { classes, special } = tables.bonusMalus
const first = formatCoefficient(special.find(({ kind }) => kind === 'FIRST')?.k ?? '')
const claims = ['0', '1', '2', '3', '4+']
/** The rules' own page at the register of laws; `tariff-2026.json` has it as its source S2. */
const rulesAddress = 'https://adilet.zan.kz/rus/docs/V1600013928'

export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div data-bleed>
      {/* Whoever drives without accidents finds the barrier up. */}
      <Land gate="up" title={t.heading} lead={t.lead} below={<OwnClass />} />
      <div className={`wrap ${styles.page}`}>
        <section className={styles.part} aria-labelledby="sums">
          <h2 id="sums">{t.sumsTitle}</h2>
          <Ladder />
          <ClassSums />
        </section>
        <section className={styles.part} aria-labelledby="how">
          <h2 id="how">{t.howTitle}</h2>
          <ul className={styles.how}>
            {t.how(first).map(([name, rule]) => (
              <li key={name}>
                <h3>{name}</h3>
                <p>{rule}</p>
              </li>
            ))}
          </ul>
          <p>
            <a href={pathOf('organisations', locale)}>{t.organisations}</a>
          </p>
        </section>
        <section className={`${styles.part} ${styles.beside}`} aria-labelledby="table">
          <h2 id="table">{t.tableTitle}</h2>
          <p className={styles.text}>{t.tableText}</p>
          <ClassTable />
          <p className={styles.source}>
            {t.source}{' '}
            <a href={rulesAddress} rel="external noopener">
              {t.rules}
            </a>
          </p>
        </section>
        <EndBand {...t.end} to={pathOf('ogpo-calculator', locale)} action={t.calculate} />
      </div>
    </div>
  )
}

/** Asked when the button is pressed; `own-class.ts` fills in what the server says. */
function OwnClass() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <section className={styles.own} aria-labelledby="own-title">
      <h2 id="own-title">{t.ownTitle}</h2>
      <p className={styles.text}>{t.ownText}</p>
      <form id="own" action={pathOf('bonus-malus', locale)}>
        <Button type="submit" wide>
          {t.ownAction}
        </Button>
      </form>
      <p
        id="said"
        role="status"
        className={styles.said}
        data-own={t.own}
        data-best={t.best}
        data-first={t.first.replace('{first}', first)}
        data-guest={t.guest}
        data-away={t.away}
      />
      <p id="guest" className={styles.guest} hidden>
        <LinkButton href={`${pathOf('index', locale)}#sign-in`} variant="secondary" size="small">
          {t.logIn}
        </LinkButton>
        <LinkButton href={pathOf('ogpo-calculator', locale)} variant="secondary" size="small">
          {t.calculate}
        </LinkButton>
      </p>
      <noscript>
        <p>{t.noScript}</p>
      </noscript>
    </section>
  )
}

function ClassTable() {
  const t = useTexts(words)
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" rowSpan={2}>
            {t.columns.class}
          </th>
          <th scope="col" rowSpan={2}>
            {t.columns.k}
          </th>
          <th scope="colgroup" colSpan={claims.length}>
            {t.columns.next}
          </th>
        </tr>
        <tr>
          {claims.map((n) => (
            <th key={n} scope="col">
              {n}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {classes.map(({ class: name, k, next }) => (
          <tr
            key={name}
            data-class={name}
            data-k={formatCoefficient(k)}
            data-next={next['0'] === name ? undefined : next['0']}
          >
            <th scope="row">{name}</th>
            <td>{formatCoefficient(k)}</td>
            {claims.map((n) => (
              <td key={n}>{next[n]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
