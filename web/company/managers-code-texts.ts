import { brand } from '#brand'
import { texts } from '../texts.ts'

export default texts({
  kz: {
    description: (name: string, position: string) =>
      `${name}, ${position}. ${brand.name.kz} сақтандыру брокерінің басшылығы.`,
    since: 'Лауазымға кіріскен күні',
    approved: 'Уәкілетті орган келісім берген күн',
  },
  ru: {
    description: (name: string, position: string) =>
      `${name}, ${position}. Руководство страхового брокера ${brand.name.ru}.`,
    since: 'В должности с',
    approved: 'Дата согласования с уполномоченным органом',
  },
})
