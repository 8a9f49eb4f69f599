import type { Day } from '#domain/calendar.ts'
import { lawDays } from '#domain/claims/board.ts'
import { claimWorkingDays, deadlineKinds } from '#domain/claims/deadlines.ts'
import type { MovedDays } from '#domain/claims/working-days.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import words from './case-texts.ts'
import styles from './law-line.module.css'
import listWords from './texts.ts'

type Kind = keyof ReturnType<typeof claimWorkingDays>
type Props = {
  from: Day
  /** The claim is made to the client's own insurer (direct settlement). */
  direct: boolean
  today: Day
  moved: MovedDays
  deadline: { kind: Kind; due: Day; late: boolean } | null
  /** The deadlineKinds are named below, each with its day. */
  named?: boolean
}

/**
 * The legal working days of a claim as a strip, with its deadlineKinds and today: fifteen, or seven
 * for direct settlement, where decision and payment are due on one day.
 */
export function LawLine({ from, direct, today, moved, deadline, named }: Props) {
  const t = useTexts(words).law
  const kinds = useTexts(listWords).kinds
  const locale = useLocale()
  const within = claimWorkingDays(direct)
  const days = lawDays(from, today, within.payment, moved)
  const next = days.findIndex(({ gone }) => !gone)
  const mark = (at: number) => deadlineKinds.findLast((kind) => within[kind] === at + 1)
  return (
    <span
      className={styles.line}
      role="img"
      data-named={named ? '' : undefined}
      aria-label={
        deadline
          ? t.label(kinds[deadline.kind], longDate(locale, deadline.due), within.payment)
          : undefined
      }
    >
      {days.map(({ day, gone }, at) => {
        const kind = mark(at)
        const isDue =
          deadline !== null && kind !== undefined && within[kind] === within[deadline.kind]
        return (
          <span
            key={day}
            className={styles.day}
            data-gone={gone ? '' : undefined}
            data-mark={kind ? '' : undefined}
            data-due={isDue ? (deadline.late ? 'late' : 'yes') : undefined}
            data-now={at === next ? '' : undefined}
          >
            {named && kind ? (
              <span className={styles.name}>
                {t[kind]}
                <b>
                  {day.slice(8)}.{day.slice(5, 7)}
                </b>
              </span>
            ) : null}
          </span>
        )
      })}
    </span>
  )
}
