import { brand } from '#brand'
import type { Locale, Localized } from '#domain/locale.ts'
import { type Letter, letterOf } from './letter.ts'

type Facts = { number: number; text: string; asked: string }

const subject: Localized<(number: number) => string> = {
  kz: (number) => `№\u00a0${number} хабарламаңызға жауап`,
  ru: (number) => `Ответ на Ваше сообщение №\u00a0${number}`,
}
const youWrote: Localized = { kz: 'Сіз жазған едіңіз:', ru: 'Вы писали:' }

/** Returns staff's reply, in their words; below it the person's own message. */
export const replyLetter = (locale: Locale, { number, text, asked }: Facts): Letter =>
  letterOf(
    locale,
    {
      subject: subject[locale](number),
      blocks: text.split(/\n{2,}/).filter((one) => one.trim() !== ''),
    },
    { after: [brand.legalName[locale], ...(asked ? [`${youWrote[locale]}\n${asked}`] : [])] },
  )
