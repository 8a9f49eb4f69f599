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
  const paper = (code: string, id: string) => pathOf('documents-code', locale, { code, id })
  return (
    <section className={`deep ${styles.trust}`} aria-labelledby="trust">
      <h2 id="trust">{t.title}</h2>
      {figures ? (
        <dl className={styles.figures}>
          <Figure
            label={t.issue}
            value={figures.issue === null ? null : t.seconds(figures.issue)}
            few={t.fewSales}
          />
          <Figure
            label={t.atOnce}
            value={figures.atOnce === null ? null : percent[locale](figures.atOnce)}
            few={t.fewSales}
          />
          <Figure
            label={t.claims}
            value={figures.claims === null ? null : t.days(figures.claims)}
            few={t.fewClaims}
          />
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

/** One figure, or why there is none yet. */
const Figure = ({ label, value, few }: { label: string; value: string | null; few: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className={value ? styles.figure : undefined}>{value ?? few}</dd>
  </div>
)
