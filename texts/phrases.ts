import type { Localized } from '#domain/locale.ts'

/**
 * Days and sums with what they mean in a sentence. They take a formatted value («20.11.2026», «36
 * 094 ₸»), because an ending belongs to a word of ours and never to a figure: a text says
 * `dayOn.kz(day)` and not the bare day before a verb. `tests/words.test.ts` finds the others.
 */
type Phrase = Localized<(written: string) => string>

/** The day on which something happens: «20.11.2026 күні», «20.11.2026». */
export const dayOn: Phrase = { kz: (day) => `${day} күні`, ru: (day) => day }

/** The first day of something: «20.11.2026 күнінен бастап», «с 20.11.2026», «со 2 декабря»: the second. */
export const dayFrom: Phrase = {
  kz: (day) => `${day} күнінен бастап`,
  ru: (day) => `${/^0?2(?!\d)/.test(day) ? 'со' : 'с'} ${day}`,
}

/** The last day of something, itself included. */
export const dayUntil: Phrase = {
  kz: (day) => `${day} күніне дейін (қоса алғанда)`,
  ru: (day) => `до ${day} включительно`,
}

/** The last day on which something has to be done. */
export const dayBy: Phrase = {
  kz: (day) => `${day} күнінен кешіктірмей`,
  ru: (day) => `не позднее ${day}`,
}

/** Capitalises the beginning of a sentence or a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A sum that is not exceeded: «ең көбі 36 094 ₸», «до 36 094 ₸». */
export const atMost: Phrase = { kz: (sum) => `ең көбі ${sum}`, ru: (sum) => `до ${sum}` }
