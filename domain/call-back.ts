import { addDays, almatyDay, type Day, startOfDay } from './calendar.ts'
import { callBackHours, callCentreHours } from './constants.ts'

/** The hours a client chose for a call: on a day in Almaty, `from` and `until` full hours. */
export type CallSlot = { day: Day; from: number; until: number }

/** Returns a slot's value in a form: `2026-11-20T14`. */
export const slotValue = ({ day, from }: CallSlot): string =>
  `${day}T${String(from).padStart(2, '0')}`

/**
 * Lists the slots a client may choose now: today's that have not begun, and tomorrow's, within the
 * hours of the call centre.
 */
export function callSlots(now: Date): CallSlot[] {
  const today = almatyDay(now)
  return [today, addDays(today, 1)].flatMap((day) => {
    const slots: CallSlot[] = []
    for (let from = callCentreHours.from; from < callCentreHours.until; from += callBackHours)
      slots.push({ day, from, until: Math.min(from + callBackHours, callCentreHours.until) })
    return slots.filter((slot) => beginOf(slot) > now)
  })
}

/** The slot a form names, or null: no slot at all, or one that may no longer be wished for. */
export const slotOf = (value: string, now: Date): CallSlot | null =>
  callSlots(now).find((slot) => slotValue(slot) === value) ?? null

/** The instants a slot begins and ends at. */
export const beginOf = ({ day, from }: CallSlot): Date => hourOf(day, from)
export const endOf = ({ day, until }: CallSlot): Date => hourOf(day, until)

const hourOf = (day: Day, hour: number): Date =>
  new Date(startOfDay(day).getTime() + hour * 3_600_000)
