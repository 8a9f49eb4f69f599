import { addDays, isDay } from '#domain/calendar.ts'

/** The period of an address: what it names, else the month up to today. Days of Almaty, both included. */
export function periodOf(query: URLSearchParams, today: string): { from: string; to: string } {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  return isDay(from) && isDay(to) && from <= to ? { from, to } : monthOf(today)
}

const monthOf = (today: string) => ({ from: `${today.slice(0, 8)}01`, to: today })

/** The periods one press away. */
export function quickPeriods(today: string) {
  const before = addDays(`${today.slice(0, 8)}01`, -1)
  return { today: { from: today, to: today }, month: monthOf(today), previous: { from: `${before.slice(0, 8)}01`, to: before } }
}
