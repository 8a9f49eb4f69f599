import { almatyDay, formatTime, numericDay } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { useTexts } from '../../texts.ts'
import words from './sale-texts.ts'

export type Verdict = Reply<'staffSelling'>['data']['verdict']

/** The one sentence about selling, with the time since. */
export function useSaleSentence(): (verdict: Verdict) => string {
  const t = useTexts(words)
  const textOf = ({ kind, step, state, since }: Verdict): string => {
    if (kind === 'no_tariff') return t.no_tariff(since && numericDay(almatyDay(new Date(since))))
    if (kind === 'waiting') return t.paidWaits
    if (kind !== 'step' || !step) return t[kind === 'step' ? 'well' : kind]
    return state === 'fails' ? t.fails[step] : t.badly(t.steps[step], state === 'slow')
  }
  return (verdict) =>
    verdict.since && verdict.kind !== 'no_tariff'
      ? t.since(textOf(verdict), formatTime(new Date(verdict.since)))
      : textOf(verdict)
}
