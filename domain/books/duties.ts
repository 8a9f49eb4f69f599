import { addDays, addMonths, type Day, lastOfMonth } from '../calendar.ts'
import { type MovedDays, workingDayFrom } from '../claims/working-days.ts'

/**
 * Duties of a broker's accountant and their terms. `source` names the source of the term:
 * - `law191`: Law 191-IV, article 10: a message within 24 hours (read in the Agency's own training
 *   of 2024 and at zakonpravo.kz): confirmed;
 * - `esf`: an electronic invoice within 15 days of the turnover: one source, weak;
 * - `tax2017`: the terms of the Tax Code of 2017 (articles 315 and 424), of periods before 2026;
 * - `tax2026`: of later ones Code 214-VIII of 18 July 2025, in force since 1 January 2026 (several
 *   sources); we have not seen its articles about these terms, so the terms are those of 2017: a
 *   guess;
 * - `contract`, `house`: the contract with the insurer and the house's own order: a guess.
 *
 * Guess: a last day that is no working day moves to the next one, for every duty but the message
 * within 24 hours. The rule is usual; its article in the Tax Code of 2026 was not seen.
 */
export const dutyNames = [
  'statements',
  'acts',
  'close',
  'invoice',
  'vat_return',
  'income_tax',
  'watch_list',
] as const
export type DutyName = (typeof dutyNames)[number]
export const dutySources = ['law191', 'esf', 'tax2017', 'tax2026', 'contract', 'house'] as const
export type DutySource = (typeof dutySources)[number]
export const certainties = ['confirmed', 'weak', 'guess'] as const
export type Certainty = (typeof certainties)[number]

type Rule = {
  every: 'day' | 'month' | 'quarter' | 'year'
  source: DutySource
  sure: Certainty
  /** The last day for it, from the last day of its period. */
  due: (last: Day) => Day
  /** Counted in hours: a day of rest does not move it. */
  strict?: true
  /** The program cannot tell whether it is done: a person marks it. */
  byHand?: true
}

/** Returns the source of a period's term: taxes of a period follow the code in force then. */
export function sourceOf(duty: DutyName, period: string): DutySource {
  const { source } = duties[duty]
  return source === 'tax2026' && period < '2026' ? 'tax2017' : source
}

/** Returns the date `date` of the month `monthsLater` after that of `day`. */
const dayAfter = (day: Day, monthsLater: number, date: number): Day =>
  addDays(addMonths(`${day.slice(0, 7)}-01`, monthsLater), date - 1)

export const duties: Readonly<Record<DutyName, Rule>> = {
  statements: {
    every: 'month',
    source: 'house',
    sure: 'guess',
    due: (last) => dayAfter(last, 1, 5),
  },
  acts: {
    every: 'month',
    source: 'contract',
    sure: 'guess',
    due: (last) => dayAfter(last, 1, 10),
  },
  close: {
    every: 'month',
    source: 'house',
    sure: 'guess',
    due: (last) => lastOfMonth(dayAfter(last, 1, 1)),
  },
  invoice: {
    every: 'month',
    source: 'esf',
    sure: 'weak',
    byHand: true,
    due: (last) => addDays(last, 15),
  },
  vat_return: {
    every: 'quarter',
    source: 'tax2026',
    sure: 'guess',
    byHand: true,
    due: (last) => dayAfter(last, 2, 15),
  },
  income_tax: {
    every: 'year',
    source: 'tax2026',
    sure: 'guess',
    byHand: true,
    due: (last) => dayAfter(last, 3, 31),
  },
  // People send this message by the authority's own channel: the program cannot see it.
  watch_list: {
    every: 'day',
    source: 'law191',
    sure: 'confirmed',
    strict: true,
    byHand: true,
    due: (day) => addDays(day, 1),
  },
}

/** Duties that a person marks. */
export const byHand = dutyNames.filter(
  (name): name is Exclude<DutyName, 'statements' | 'acts' | 'close'> =>
    duties[name].byHand === true,
)

type Due = { duty: DutyName; period: string; last: Day; due: Day; moved: boolean }

/** Duties without evidence of their term, so that a person must confirm it. */
export const confirmable = dutyNames.filter(
  (name): name is Exclude<DutyName, 'watch_list'> => duties[name].sure !== 'confirmed',
)

/** The last day for a period that ends on a day; `moved` from one that is not worked. */
export function dueOf(duty: DutyName, last: Day, days: MovedDays): { due: Day; moved: boolean } {
  const { due, strict } = duties[duty]
  const written = due(last)
  const day = strict ? written : workingDayFrom(written, days)
  return { due: day, moved: day !== written }
}

/** By which a term is known again: a confirmation is of this one alone. */
export const exampleOf = (duty: DutyName): Day => duties[duty].due('2026-12-31')

/** Lists the duties due after a month: also of its quarter and year, if it is their last month. */
export function dutiesOf(month: string, days: MovedDays): Due[] {
  const last = lastOfMonth(`${month}-01`)
  const [year = '', number = ''] = month.split('-')
  const at = Number(number)
  const periodOf = { month, quarter: `${year}-Q${at / 3}`, year }
  return dutyNames.flatMap((duty): Due[] => {
    const { every } = duties[duty]
    if (every === 'day') return []
    if ((every === 'quarter' && at % 3 !== 0) || (every === 'year' && at !== 12)) return []
    return [{ duty, period: periodOf[every], last, ...dueOf(duty, last, days) }]
  })
}
