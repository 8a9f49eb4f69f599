import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { Deed } from '../../company/deed.tsx'
import { insurers } from '../../content/content.ts'
import { useLocale, useTexts } from '../../texts.ts'
import type { HomeFigures } from './figures.ts'
import styles from './proof.module.css'
import words from './texts.ts'

/** Numbers and papers instead of adjectives. */
export function Proof({ issue }: { issue: HomeFigures['issue'] }) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <section className="wrap" aria-labelledby="trust">
      <h2 id="trust">{t.trust}</h2>
      <div className={styles.tiles}>
        <div className={styles.tile}>
          {issue ? (
            <>
              <p className={styles.figure}>
                {issue.median < 120 ? (
                  <>
                    <b>{issue.median}</b> {t.seconds(issue.median)}
                  </>
                ) : (
                  <>
                    <b>{minutes(issue.median)}</b> {t.minutes(minutes(issue.median))}
                  </>
                )}
              </p>
              <Times {...issue} />
              <p>{t.medianText}</p>
              <p className={styles.small}>{t.almostAll(minutes(issue.almostAll))}</p>
            </>
          ) : (
            <p className={styles.figure}>
              <b>24/7</b>
            </p>
          )}
          <h3>{t.clock}</h3>
          <p className={issue ? styles.small : undefined}>{t.clockText}</p>
        </div>
        <a
          className={styles.tile}
          href={pathOf('documents-code', locale, { code: 'licence', id: '1' })}
        >
          <Deed />
          <span className={styles.open}>{t.licenceLink}</span>
        </a>
        <div className={styles.tile}>
          <h3>{t.insurers}</h3>
          <ul className={styles.insurers}>
            {insurers.map((name) => (
              <li key={name.kz}>{/«(.+)»/.exec(name[locale])?.[1] ?? name[locale]}</li>
            ))}
          </ul>
          <p className={styles.small}>{t.insurersText}</p>
          <a className={styles.call} href={`tel:${brand.callCentre}`}>
            <span>{t.call}</span>
            <b>{brand.callCentre}</b>
          </a>
        </div>
      </div>
    </section>
  )
}

const minutes = (seconds: number): number => Math.max(1, Math.ceil(seconds / 60))

/** How long policies took: one bar for each piece of time, a line at the median. */
function Times({ bars, medianBar }: NonNullable<HomeFigures['issue']>) {
  const at = (bar: number) => bar * 10 + 5
  return (
    <svg className={styles.times} viewBox={`0 0 ${bars.length * 10} 60`} aria-hidden="true">
      <path
        d={bars.map((share, bar) => `M${at(bar)} 58v-${1 + Math.round(share * 52)}`).join('')}
      />
      <path className={styles.median} d={`M${at(medianBar)} 58V2`} />
    </svg>
  )
}
