import { isDay, numericDay } from '#domain/calendar.ts'

/** A version of a text is named by its day: «01.11.2026». */
export const dayOf = (version: string): string => (isDay(version) ? numericDay(version) : version)
