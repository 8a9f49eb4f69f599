import type { Locale, Localized } from '#domain/locale.ts'
import { type Forms, plural } from '#domain/plural.ts'

/** Returns the words for a wait, rounded up: `через 5 минут`. */
export function waitWords(seconds: number): Localized {
  const [n, unit] =
    seconds < 90
      ? [Math.max(1, Math.ceil(seconds)), 'seconds' as const]
      : seconds < 5_400
        ? [Math.ceil(seconds / 60), 'minutes' as const]
        : seconds < 48 * 3_600
          ? [Math.ceil(seconds / 3_600), 'hours' as const]
          : [Math.ceil(seconds / 86_400), 'days' as const]
  const of = (locale: Locale) => plural(locale, n, forms[locale][unit])
  return { kz: `${of('kz')} кейін`, ru: `через ${of('ru')}` }
}

const forms: Record<Locale, Record<'seconds' | 'minutes' | 'hours' | 'days', Forms>> = {
  kz: {
    seconds: { one: '{n} секундтан', other: '{n} секундтан' },
    minutes: { one: '{n} минуттан', other: '{n} минуттан' },
    hours: { one: '{n} сағаттан', other: '{n} сағаттан' },
    days: { one: '{n} күннен', other: '{n} күннен' },
  },
  ru: {
    seconds: { one: '{n} секунду', few: '{n} секунды', other: '{n} секунд' },
    minutes: { one: '{n} минуту', few: '{n} минуты', other: '{n} минут' },
    hours: { one: '{n} час', few: '{n} часа', other: '{n} часов' },
    days: { one: '{n} день', few: '{n} дня', other: '{n} дней' },
  },
}

/** `passwordResetRateLimit`: too many requests. */
export function tooOften(seconds: number): Localized {
  const wait = waitWords(seconds)
  return {
    kz: `Тым жиі сұратылды. ${wait.kz} қайталаңыз.`,
    ru: `Слишком много попыток. Повторите ${wait.ru}.`,
  }
}

/** `phoneHadEnough`: all that may go to one phone in a day has gone. */
export function phoneHadEnough(seconds: number): Localized {
  const wait = waitWords(seconds)
  return {
    kz: `Бұл нөмірге тәулік ішінде тым көп SMS пен шот жіберілді. ${wait.kz} қайталаңыз.`,
    ru: `На этот номер за сутки отправлено слишком много SMS и счетов. Повторите ${wait.ru}.`,
  }
}

/** `loginRateLimit`: wrong passwords and codes of a sign-in. */
export function tooManySignIns(seconds: number): Localized {
  const wait = waitWords(seconds)
  return {
    kz: `Тым көп рет қате енгізілді. ${wait.kz} қайталаңыз.`,
    ru: `Слишком много попыток входа. Повторите ${wait.ru}.`,
  }
}
