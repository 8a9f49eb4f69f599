import { parsePhone } from './phone.ts'

/**
 * Normalises how people and programs write around a number, the same at every input: signs of a
 * composition keyboard (`８５０３`), invisible ones, words before it.
 */

/** The usual signs for the same text; `№` stays itself, which else became letters. */
export const usualSigns = (text: string): string =>
  text
    .replaceAll('№', ' ')
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')

/** The digits of an IIN or a BIN: `ИИН 850315-399904`, `850315 399904`. */
export const numberAsTyped = (text: string): string =>
  usualSigns(text)
    .trim()
    .replace(/^(?:ИИН|ЖСН|БИН|БСН|IIN|BIN)(?!\p{L})[\s:.]*/iu, '')
    .replaceAll(/[\s\p{Pd}−]/gu, '')

/** A phone as 11 digits, or null: as `parsePhone`, and `007 701 …`, `00 7 701 …`, `tel:+7701…`. */
export const phoneAsTyped = (text: string): string | null =>
  parsePhone(
    usualSigns(text)
      .trim()
      .replace(/^tel:\s*/i, '')
      .replace(/^00\s*/, '+'),
  )

/** A time of the day as `HH:MM`, or null: `9:05`, `09.05`, `905`, `9`. */
export function timeAsTyped(text: string): string | null {
  const [, hours = '', minutes = '00'] =
    /^(\d{1,2})(?:[:.\s]?(\d{2}))?$/.exec(usualSigns(text).trim()) ?? []
  if (!hours || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}
