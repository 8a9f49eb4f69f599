import type { Locale } from '#domain/locale.ts'
import type { Reply } from '../../http/api.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { plateWords } from '../../ui/plate-words.ts'
import { explain, type Factor } from './factor-words.ts'
import styles from './since-last.module.css'
import words from './since-last-texts.ts'

type Since = Reply<'cabinetRenewalPrice'>['data']['since_last']

/**
 * Why a renewal costs what it costs: beside the policy it follows, and each coefficient that is
 * another one now.
 */
export function SinceLast({ since }: { since: Since }) {
  const t = useTexts(words)
  const locale = useLocale()
  const was = money(since.premium)
  const by = money(Math.abs(since.difference))
  const cars = new Set(since.changes.map(({ registrationNumber }) => registrationNumber))
  const reasons = [
    ...(since.other_cars ? [t.otherCars] : []),
    ...(since.other_driver ? [t.otherDriver] : []),
    ...since.changes.map(
      ({ registrationNumber, before, now }) =>
        `${cars.size > 1 ? `${plateWords(registrationNumber)}, ` : ''}${moved(before, now, locale, t.none)}`,
    ),
  ]
  return (
    <div className={styles.since}>
      <p>
        {since.difference === 0
          ? t.same(was)
          : since.difference < 0
            ? t.less(by, was)
            : t.more(by, was)}
      </p>
      {reasons.length > 0 ? (
        <>
          <p className={styles.why}>{t.why}</p>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  )
}

/** «Бонус-малус сыныбы: 7-сынып (× 0,8) → 8-сынып (× 0,75)». */
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
