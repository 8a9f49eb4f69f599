import { texts } from '../texts.ts'

export default texts({
  kz: {
    dated: (date: string) => `Жаңартылған күні: ${date}`,
    insurer: (n: number) => `${n}-компания`,
    legalName: 'Атауы',
    bin: 'БСН',
    address: 'Мекенжайы',
    licenceNumber: 'Лицензия нөмірі',
    licenceDate: 'Берілген күні',
    licenceKind: 'Қызмет түрі',
    licenceKindValue: 'Сақтандыру брокерінің қызметі',
    issuer: 'Берген орган',
    issuerValue: 'Қазақстан Республикасының Қаржы нарығын реттеу және дамыту агенттігі',
    term: 'Қолданылу мерзімі',
    termValue: 'Шектелмеген',
  },
  ru: {
    dated: (date: string) => `Дата обновления: ${date}`,
    insurer: (n: number) => `Компания ${n}`,
    legalName: 'Наименование',
    bin: 'БИН',
    address: 'Адрес',
    licenceNumber: 'Номер лицензии',
    licenceDate: 'Дата выдачи',
    licenceKind: 'Вид деятельности',
    licenceKindValue: 'Деятельность страхового брокера',
    issuer: 'Орган выдачи',
    issuerValue: 'Агентство Республики Казахстан по регулированию и развитию финансового рынка',
    term: 'Срок действия',
    termValue: 'Не ограничен',
  },
})
