import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { askAnew, useReply } from '../../http/replies.ts'

export type Today = Reply<'staffToday'>['data']

const EVERY_MS = 60_000

/**
 * Returns what waits, for the counts of the rail and the page of today alike; null until the first
 * reply.
 */
export const useWaiting = (): Today | null => useReply(ask, 'staffToday', {}, { on: false }).value

/** Polls what waits while the page is visible. */
export const useFreshWaiting = (on: boolean): void => {
  useReply(ask, 'staffToday', {}, { on, everyMs: EVERY_MS, onReturn: true })
}

/** How many duties of the accountant are overdue; 0 until it is known. */
export const useLateDuties = (on: boolean): number =>
  useReply(ask, 'reportDuties', {}, { on, onReturn: true }).value?.filter(
    ({ state }) => state === 'late',
  ).length ?? 0

/** Refreshes the counts of the rail after an act; if that fails, the next poll does. */
export const askWaiting = (): void => void askAnew(['staffToday'])
