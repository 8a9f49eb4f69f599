import type { ClaimLetter } from '#domain/claims/letters.ts'
import { inEveryLanguage, type Localized } from '#domain/locale.ts'
import { dayUntil } from './phrases.ts'

/** Facts for a letter of the desk; its sender may edit the letter. */
export type LetterFacts = {
  number: string
  /** Papers that are missing: what, and who gives it. */
  missing: readonly Localized<{ paper: string; where: string }>[]
  /** Last days of the decision and of the money, as written; null where none runs. */
  decision: Localized | null
  payment: Localized | null
  /** The decided sum as written; null where none is decided. */
  sum: string | null
}

const lines: Record<ClaimLetter, Localized<(of: LetterFacts) => string[]>> = {
  lacks: {
    kz: ({ number, missing }) => [
      `${number} нөмірлі өтінім бойынша мына құжаттар жетіспейді:`,
      ...missing.map(({ kz }) => `– ${kz.paper}. ${kz.where}.`),
      'Құжатты жеке кабинеттегі өтінімге қосыңыз. Мерзім соңғы құжат келген күннен есептеледі.',
    ],
    ru: ({ number, missing }) => [
      `По заявке ${number} не хватает документов:`,
      ...missing.map(({ ru }) => `– ${ru.paper}. ${ru.where}.`),
      'Добавьте их к заявке в личном кабинете. Срок считается со дня получения последнего документа.',
    ],
  },
  terms: {
    kz: ({ number, decision, payment }) => [
      `${number} нөмірлі өтінім қаралып жатыр. Заңда белгіленген мерзімдер:`,
      ...(decision ? [`– шешім: ${dayUntil.kz(decision.kz)};`] : []),
      ...(payment ? [`– мақұлданса, сақтандыру төлемі: ${dayUntil.kz(payment.kz)}.`] : []),
    ],
    ru: ({ number, decision, payment }) => [
      `Заявка ${number} рассматривается. Сроки по закону:`,
      ...(decision ? [`– решение: ${dayUntil.ru(decision.ru)};`] : []),
      ...(payment ? [`– если одобрят, страховая выплата: ${dayUntil.ru(payment.ru)}.`] : []),
    ],
  },
  paid: {
    kz: ({ number, sum, payment }) => [
      `${number} нөмірлі өтінім мақұлданды.`,
      ...(sum ? [`Сақтандыру төлемі: ${sum}.`] : []),
      ...(payment ? [`Ақша өтініштегі шотқа түседі: ${dayUntil.kz(payment.kz)}.`] : []),
    ],
    ru: ({ number, sum, payment }) => [
      `Заявка ${number} одобрена.`,
      ...(sum ? [`Страховая выплата: ${sum}.`] : []),
      ...(payment ? [`Деньги придут на счёт из заявления: ${dayUntil.ru(payment.ru)}.`] : []),
    ],
  },
}

/** The letter in every language, its lines one below the other. */
export const claimLetter = (letter: ClaimLetter, of: LetterFacts): Localized =>
  inEveryLanguage((locale) => lines[letter][locale](of).join('\n'))
