import { texts } from '../texts.ts'

export default texts({
  kz: {
    noRoom: (most: number, came: number) =>
      `Мұнда ${most} таңбадан артық сыймайды, ал сіз ${came} таңба қойдыңыз. Қысқартып қойыңыз.`,
  },
  ru: {
    noRoom: (most: number, came: number) =>
      `Сюда входит не больше ${most} знаков, а вставлено ${came}. Вставьте короче.`,
  },
})
