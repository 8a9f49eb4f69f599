import type { Locale } from '#domain/locale.ts'

/** A wrong code of which `left` more may be tried: one to four. */
export const wrongCodeText = (left: number): Record<Locale, string> => ({
  kz: `Код қате. Тағы ${left} рет енгізуге болады.`,
  ru: `Неверный код. ${left === 1 ? 'Осталась 1 попытка' : `Осталось ${left} попытки`}.`,
})
