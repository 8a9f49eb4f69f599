import { SIMILAR_WITH_DATE, SIMILAR_WITH_YEAR } from '#domain/kyc.ts'
import { useLocale, useTexts } from '../../texts.ts'
import styles from './case.module.css'
import type { Status } from './case.ts'
import { likeness, tenth } from './percent.ts'
import own from './score.module.css'
import words from './texts.ts'

/** The scale begins here: what is less alike is another name. */
const FROM = 0.8
const WIDTH = 1000
const at = (score: number): number =>
  Math.round(((Math.min(1, Math.max(FROM, score)) - FROM) / (1 - FROM)) * WIDTH)

/** The likeness in words, and on a scale with the two thresholds of the rule. */
export function Score({
  parts: { score, mean, weakest },
}: {
  parts: NonNullable<Status['matches'][number]['parts']>
}) {
  const t = useTexts(words).score
  const locale = useLocale()
  return (
    <section className={own.score} aria-label={t.title}>
      <div className={styles.sum}>
        <strong>{tenth(score, locale)}</strong>
        <p>
          {t.parts(tenth(mean, locale), tenth(weakest, locale))} {t.why}
          <span className={styles.soft}>{t.alike}</span>
        </p>
      </div>
      <svg viewBox={`0 0 ${WIDTH} 14`} preserveAspectRatio="none" aria-hidden="true">
        <rect className={own.low} y="3" width={WIDTH} height="8" />
        <rect
          className={own.high}
          x={at(SIMILAR_WITH_DATE)}
          y="3"
          width={WIDTH - at(SIMILAR_WITH_DATE)}
          height="8"
        />
        <rect
          className={own.higher}
          x={at(SIMILAR_WITH_YEAR)}
          y="3"
          width={WIDTH - at(SIMILAR_WITH_YEAR)}
          height="8"
        />
        <rect className={own.mark} x={Math.min(at(score), WIDTH - 6)} width="6" height="14" />
      </svg>
      <p className={own.scale}>
        <span>{likeness(FROM, locale)}</span>
        <span>{t.withDate(likeness(SIMILAR_WITH_DATE, locale))}</span>
        <span>{t.withYear(likeness(SIMILAR_WITH_YEAR, locale))}</span>
        <span>{likeness(1, locale)}</span>
      </p>
    </section>
  )
}
