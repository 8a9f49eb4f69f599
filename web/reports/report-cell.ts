import type { ReactNode } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { formatTiyn } from '#domain/format.ts'
import type { ReportColumn } from '#texts/report-columns.ts'
import { money } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'

export type Value = string | number | null
export type Word = (code: string) => ReactNode

/** A value of a report as screens show it, by the kind of its column. */
export function cellOf({ kind, seldom }: ReportColumn, value: Value, word?: Word): ReactNode {
  if (kind === 'code' && word && value !== null) return word(String(value))
  if (value === null || value === '' || (seldom && !value)) return '–'
  if (kind === 'text' && word) return word(String(value))
  if (kind === 'money') return money(Number(value))
  if (kind === 'tiyn') return formatTiyn(Number(value))
  if (kind === 'instant') return almatyTime(String(value))
  return kind === 'day' ? numericDay(String(value)) : value
}
