import { brand } from '#brand'
import type { Locale, Localized } from '#domain/locale.ts'
import { plural } from '#domain/plural.ts'
import { type Letter, lettersOf } from './letter.ts'

/** SMS and letters to one person: «Сіз», «Вы» with a capital letter (glossary, rule 6). */
type Facts = {
  number: string
  /** As on the cars: «123 ABC 02». */
  plates: readonly string[]
  start: string
  end: string
  /** The sale's page, and the same by a short address for an SMS. */
  link: string
  short: string
  amount: string
  toAccount: boolean
}

/** One car by its plate, several by their number: an SMS of fifteen cars is as long as of two. */
const carsOf = (plates: readonly string[]): Localized =>
  plates.length === 1
    ? { kz: plates[0] ?? '', ru: plates[0] ?? '' }
    : {
        kz: `${plates.length}\u00a0көлік`,
        ru: plural('ru', plates.length, {
          one: '{n}\u00a0автомобиль',
          few: '{n}\u00a0автомобиля',
          many: '{n}\u00a0автомобилей',
          other: '{n}\u00a0автомобиля',
        }),
      }

/** Each at most two parts of an SMS, in either language (`tests/sms.test.ts`). */
export const sms = {
  issued: ({ plates, start, number, short }: Facts) => ({
    kz: `${brand.name.kz}: ОГПО полисіңіз ресімделді. №\u00a0${number}, ${carsOf(plates).kz}, басталуы: ${start}. ${short}`,
    ru: `${brand.name.ru}: полис ОГПО оформлен. №\u00a0${number}, ${carsOf(plates).ru}, начало: ${start}. ${short}`,
  }),
  notIssued: ({ amount, short }: Facts) => ({
    kz: `${brand.name.kz}: полис ресімделмеді. ${amount} қайтарамыз. Сұрақ болса: ${brand.callCentre}. ${short}`,
    ru: `${brand.name.ru}: полис не оформлен. Вернём ${amount}. Вопросы: ${brand.callCentre}. ${short}`,
  }),
  late: ({ amount, short }: Facts) => ({
    kz: `${brand.name.kz}: ақша тапсырыс жабылған соң түсті. ${amount} қайтарамыз. Құнын қайта есептеңіз: ${short}`,
    ru: `${brand.name.ru}: деньги пришли, когда заказ уже был закрыт. Вернём ${amount}. Новый расчёт: ${short}`,
  }),
  delayed: () => ({
    kz: `${brand.name.kz}: төлеміңізді алдық, полис кешігіп жатыр. Оны өзіміз ресімдеп, SMS жібереміз. Қайта төлемеңіз. ${brand.callCentre}`,
    ru: `${brand.name.ru}: оплату получили, полис задерживается. Оформим сами и пришлём SMS. Повторно не платите. ${brand.callCentre}`,
  }),
  refunded: ({ amount, toAccount }: Facts) => ({
    kz: `${brand.name.kz}: ${amount} қайтарылды. ${toAccount ? 'Ақша көрсетілген банк шотына аударылды.' : 'Ақша Сіз төлеген тәсілмен түседі.'}`,
    ru: `${brand.name.ru}: возвращено ${amount}. ${toAccount ? 'Деньги переведены на указанный счёт.' : 'Деньги поступят тем же способом, которым Вы платили.'}`,
  }),
} satisfies Record<string, (facts: Facts) => Record<Locale, string>>

/** The code that opens an order's page on another device. */
export const orderCode = (code: string): Record<Locale, string> => ({
  kz: `${brand.name.kz}: тапсырыс бетін ашу коды ${code}. Оны ешкімге айтпаңыз.`,
  ru: `${brand.name.ru}: код для входа на страницу заказа: ${code}. Никому его не говорите.`,
})

export const letters = {
  issued: ({ number, plates, start, end, link, amount }: Facts) =>
    lettersOf({
      kz: {
        subject: `ОГПО полисіңіз: ${number}`,
        blocks: [
          'Полисіңіз ресімделді.',
          [
            ['Нөмірі', number],
            ['Көлік', plates.join(', ')],
            ['Қолданылу мерзімі', `${start} – ${end}`],
            ['Сақтандыру сыйлықақысы', amount],
          ],
          'Құжаттар хатқа қоса берілді. Оларды полис бетінен де жүктеп алуға болады.',
          { label: 'Полис бетін ашу', link },
          `Сақтандыру жағдайы болса, ${brand.callCentre} нөміріне қоңырау шалыңыз.`,
        ],
      },
      ru: {
        subject: `Ваш полис ОГПО: ${number}`,
        blocks: [
          'Полис оформлен.',
          [
            ['Номер', number],
            ['Автомобиль', plates.join(', ')],
            ['Срок действия', `${start} – ${end}`],
            ['Страховая премия', amount],
          ],
          'Документы приложены к письму. Их можно скачать и на странице полиса.',
          { label: 'Открыть страницу полиса', link },
          `Если произойдёт страховой случай, звоните по номеру ${brand.callCentre}.`,
        ],
      },
    }),
  notIssued: ({ amount, link }: Facts) =>
    lettersOf({
      kz: {
        subject: 'Полис ресімделмеді',
        blocks: [
          `Өкінішке қарай, полис ресімделмеді: бірыңғай дерекқор оны қабылдамады. ${amount} сомасын Сіз төлеген тәсілмен қайтарамыз.`,
          { label: 'Тапсырыс бетін ашу', link },
        ],
      },
      ru: {
        subject: 'Полис не оформлен',
        blocks: [
          `К сожалению, полис не оформлен: единая база его не приняла. Вернём ${amount} тем же способом, которым Вы платили.`,
          { label: 'Открыть страницу заказа', link },
        ],
      },
    }),
  late: ({ amount, link }: Facts) =>
    lettersOf({
      kz: {
        subject: 'Ақша кеш түсті',
        blocks: [
          `Ақша тапсырыс жабылған соң түсті: оның бағасы енді жарамсыз еді. ${amount} сомасын Сіз төлеген тәсілмен қайтарамыз.`,
          'Полис керек болса, құнын қайта есептеңіз.',
          { label: 'Тапсырыс бетін ашу', link },
        ],
      },
      ru: {
        subject: 'Деньги пришли поздно',
        blocks: [
          `Деньги пришли, когда заказ уже был закрыт: его цена больше не действовала. Вернём ${amount} тем же способом, которым Вы платили.`,
          'Если полис ещё нужен, рассчитайте стоимость заново.',
          { label: 'Открыть страницу заказа', link },
        ],
      },
    }),
} satisfies Record<string, (facts: Facts) => Localized<Letter>>
