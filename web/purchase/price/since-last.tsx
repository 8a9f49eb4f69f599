import type { Locale } from '#domain/locale.ts'
import type { Reply } from '../../http/api.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { plateWords } from '../../ui/plate-words.ts'
import { explain, type Factor } from './factor-words.ts'
import styles from './since-last.module.css'
import words from './since-last-texts.ts'

type Since = Reply<'cabinetRenewalPrice'>['data']['since_last']

/** The price of a renewal beside the policy it follows, with each coefficient that changed. */
export const SinceLast = ({ since }: { since: Since }) => (
  <div className={styles.since}>
    <SinceLine since={since} />
    <SinceReasons since={since} />
  </div>
)

/** The difference in a line: «Алдыңғы полиспен бағасы бірдей: 28 875 ₸». */
export function SinceLine({ since }: { since: Since }) {
  const t = useTexts(words)
  const was = money(since.premium)
  const by = money(Math.abs(since.difference))
  return (
    <p className={styles.line}>
      {since.difference === 0
        ? t.same(was)
        : since.difference < 0
          ? t.less(by, was)
          : t.more(by, was)}
    </p>
  )
}

/** What caused it; nothing where nothing is another one. */
export function SinceReasons({ since }: { since: Since }) {
  const t = useTexts(words)
  const locale = useLocale()
  const cars = new Set(since.changes.map(({ registrationNumber }) => registrationNumber))
  const reasons = [
    ...(since.other_cars ? [t.otherCars] : []),
    ...(since.other_driver ? [t.otherDriver] : []),
    ...since.changes.map(
      ({ registrationNumber, before, now }) =>
        `${cars.size > 1 ? `${plateWords(registrationNumber)}, ` : ''}${moved(before, now, locale, t.none)}`,
    ),
  ]
  if (reasons.length === 0) return null
  return (
    <div className={styles.reasons}>
      <p className={styles.line}>{t.why}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
  )
}

/** '«Бонус-малус» сыныбы: 7-сынып (× 0,8) → 8-сынып (× 0,75)'. */
function moved(before: Factor | null, now: Factor | null, locale: Locale, none: string): string {
  const [then, since] = [before, now].map((factor) =>
    factor ? explain([factor], locale)[0] : undefined,
  )
  const said = (line: typeof then): string => {
    if (!line) return none
    const times = line.times.replaceAll(' ', '\u00a0')
    return line.because ? `${line.because} (${times})` : times
  }
  return `${(since ?? then)?.title}: ${said(then)} → ${said(since)}`
}
