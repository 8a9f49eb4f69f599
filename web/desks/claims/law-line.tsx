import type { Day } from '#domain/calendar.ts'
import { lawDays } from '#domain/claims/board.ts'
import { claimTerms } from '#domain/claims/deadlines.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import words from './case-texts.ts'
import styles from './law-line.module.css'
import listWords from './texts.ts'

type Kind = keyof ReturnType<typeof claimTerms>
type Props = {
  from: Day
  /** One's own insurer pays: its days are fewer. */
  direct: boolean
  today: Day
  deadline: { kind: Kind; due: Day; late: boolean } | null
  /** The marks are named below, each with its day. */
  named?: boolean
}

const marks: readonly Kind[] = ['missing_documents', 'decision', 'payment']

/** The fifteen working days of the law, or seven, as a strip, with its three marks and where today is. */
export function LawLine({ from, direct, today, deadline, named }: Props) {
  const t = useTexts(words).law
  const kinds = useTexts(listWords).kinds
  const locale = useLocale()
  const terms = claimTerms(direct)
  const days = lawDays(from, today, terms.payment)
  const next = days.findIndex(({ gone }) => !gone)
  // One's own insurer decides and pays by the same day: the one that is due stands for both.
  const mark = (at: number) => {
    const there = marks.filter((kind) => terms[kind] === at + 1)
    return there.find((kind) => kind === deadline?.kind) ?? there.at(-1)
  }
  return (
    <span
      className={styles.line}
      role="img"
      data-named={named ? '' : undefined}
      aria-label={
        deadline ? t.label(kinds[deadline.kind], longDate(locale, deadline.due)) : undefined
      }
    >
      {days.map(({ day, gone }, at) => {
        const kind = mark(at)
        const isDue = deadline !== null && kind === deadline.kind
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
