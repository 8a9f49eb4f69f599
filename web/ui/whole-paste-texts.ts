import { plural, texts } from '../texts.ts'

export default texts({
  kz: {
    noRoom: (most: number, came: number) =>
      `Мұнда ${most} таңбадан артық сыймайды, ал сіз ${came} таңба қойдыңыз. Қысқартып қойыңыз.`,
  },
  ru: {
    noRoom: (most: number, came: number) =>
      `Здесь помещается не больше ${plural('ru', most, { one: '{n} знака', other: '{n} знаков' })}, а вставлено ${came}. Сократите текст.`,
  },
})
