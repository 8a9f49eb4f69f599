import { numericDay } from '#domain/calendar.ts'
import type { Reply } from '../http/api.ts'

/** Replies that the accountant's screens show. */
export type Overview = Reply<'reportOverview'>['data']
export type Books = Reply<'reportReconciliation'>['data']
export type Exception = Books['exceptions'][number]
export type Export = Reply<'reportExports'>['data'][number]
type Periods = Reply<'reportPeriods'>['data']
export type NextMonth = NonNullable<Periods['next']>
export type MonthRow = Periods['months'][number]
export type BooksStart = NonNullable<Periods['start']['signed']>
export type BooksStarts = Periods['start']
export type MonthDetail = Reply<'reportMonth'>['data']

/** A day as the charts write it: `20.11`. */
export const dayName = (day: string): string => numericDay(day).slice(0, 5)
