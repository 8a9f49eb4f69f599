import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { percent } from '#domain/percent.ts'
import { useLocale, useTexts } from '../texts.ts'
import type { CompanyFigures } from './figures.ts'
import styles from './trust.module.css'
import words from './trust-texts.ts'

/** Why one may believe us: what we measured of ourselves, and what can be checked elsewhere. */
export function Trust({ figures }: CompanyFigures) {
  const t = useTexts(words)
  const locale = useLocale()
  // What is not measured yet is not spoken of: a hole proves nothing.
  const measured = [
    [t.issue, figures?.issue, t.seconds],
    [t.atOnce, figures?.atOnce, percent[locale]],
    [t.claims, figures?.claims, t.days],
  ] as const
  const shown = measured.flatMap(([label, value, say]) =>
    typeof value === 'number' ? [[label, say(value)] as const] : [],
  )
  const paper = (code: string, id: string) => pathOf('documents-code', locale, { code, id })
  return (
    <section className={`deep ${styles.trust}`} aria-labelledby="trust">
      <h2 id="trust">{t.title}</h2>
      {shown.length ? (
        <dl className={styles.figures}>
          {shown.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className={styles.figure}>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <ul>
        <li>
          <h3>{t.licence(brand.licence.number)}</h3>
          <p>
            {t.licenceText} <a href={paper('licence', '1')}>{t.licenceLink}</a>
          </p>
        </li>
        <li>
          <h3>{t.premium}</h3>
          <p>{t.premiumText}</p>
        </li>
        <li>
          <h3>{t.fee}</h3>
          <p>
            {t.feeText} <a href={paper('commission', '5')}>{t.feeLink}</a>
          </p>
        </li>
        <li>
          <h3>{t.complaint}</h3>
          <p>
            {t.complaintText} <a href={paper('complaints', '7')}>{t.complaintLink}</a>
          </p>
        </li>
      </ul>
    </section>
  )
}
