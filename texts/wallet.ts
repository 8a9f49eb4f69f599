import { brand } from '#brand'
import type { Localized } from '#domain/locale.ts'

/** Words of a pass in a phone's wallet. OGPO insures liability: nothing here says more. */
type Words = {
  /** The pass as a screen reader speaks it. */
  description: string
  product: string
  short: string
  cars: string
  insurer: string
  number: string
  start: string
  end: string
  term: string
  check: string
  help: string
  helpText: string
}

export const walletWords: Localized<Words> = {
  kz: {
    description: `${brand.name.kz}: ОГПО полисі`,
    product: 'Міндетті автосақтандыру (ОГПО)',
    short: 'ОГПО полисі',
    cars: 'Көлік',
    insurer: 'Сақтандыру компаниясы',
    number: 'Полис нөмірі',
    start: 'Басталу күні',
    end: 'Аяқталу күні',
    term: 'Мерзімі',
    check: 'Полисті тексеру беті',
    help: 'Апат болса',
    helpText: `Тәулік бойы: ${brand.callCentre} нөміріне қоңырау шалыңыз.`,
  },
  ru: {
    description: `${brand.name.ru}: полис ОГПО`,
    product: 'Обязательное автострахование (ОГПО)',
    short: 'Полис ОГПО',
    cars: 'Автомобиль',
    insurer: 'Страховая компания',
    number: 'Номер полиса',
    start: 'Начало',
    end: 'Окончание',
    term: 'Срок',
    check: 'Страница проверки полиса',
    help: 'Если случилось ДТП',
    helpText: `Звоните по номеру ${brand.callCentre}, круглосуточно.`,
  },
}
