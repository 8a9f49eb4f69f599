import { almatyDay, formatTime, numericDay } from '#domain/calendar.ts'
import { capital } from '#texts/phrases.ts'
import type { Reply } from '../http/api.ts'
import { useTexts } from '../texts.ts'
import { refusedWords as words } from './desk-texts.ts'
import { systemWords } from './shell/sale-texts.ts'

export type RefusedSale = Reply<'staffSearch'>['data']['refused'][number]

/** A refusal as a head («Вчера в 14:05 отказано при расчёте») and its reasons, a sentence each. */
export function useRefusedWords(): (row: RefusedSale) => { head: string; reasons: string[] } {
  const t = useTexts(words)
  const { names } = useTexts(systemWords)
  return ({ at, days_ago, times, step, sold_by, findings, outside }) => {
    const instant = new Date(at)
    const time = formatTime(instant)
    const when =
      days_ago === 0
        ? t.today(time)
        : days_ago === 1
          ? t.yesterday(time)
          : t.on(numericDay(almatyDay(instant)), time)
    const aside = [
      times > 1 ? t.times(times) : '',
      sold_by === 'promoter' ? t.byPromoter : '',
    ].filter(Boolean)
    return {
      head: `${when} ${t.steps[step]}${aside.length ? ` (${aside.join(', ')})` : ''}`,
      reasons: [
        ...findings.map(({ text, of, nth }) => {
          const who = of && (nth === null ? t.of[of] : t.nth(t.of[of], nth))
          return `${who ? `${capital(who)}: ` : ''}${full(text)}`
        }),
        ...(outside ? [t.outside(names[outside] ?? outside)] : []),
      ],
    }
  }
}

const full = (text: string): string => (/[.!?:]$/.test(text) ? text : `${text}.`)

/** Refusals as text, newest first; they have no links. */
export function RefusedList({ rows, className }: { rows: RefusedSale[]; className?: string }) {
  const wordsOf = useRefusedWords()
  return (
    <ul className={className}>
      {rows.map((row) => {
        const { head, reasons } = wordsOf(row)
        return (
          <li key={row.id}>
            <b>{head}:</b> {reasons.join(' ')}
          </li>
        )
      })}
    </ul>
  )
}
