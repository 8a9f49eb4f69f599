import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'

/** SMS and letters to one person: «Сіз», «Вы» with a capital letter (glossary, rule 6). */
type Facts = {
  number: string
  plates: string
  start: string
  end: string
  link: string
  amount: string
  toAccount: boolean
}

export const sms = {
  issued: ({ plates, start, number, link }: Facts) => ({
    kz: `${brand.name.kz}: ОГПО полисіңіз ресімделді. №\u00a0${number}, көлік: ${plates}, басталуы: ${start}. Құжаттар: ${link}`,
    ru: `${brand.name.ru}: полис ОГПО оформлен. Номер: ${number}, автомобиль: ${plates}, начало: ${start}. Документы: ${link}`,
  }),
  notIssued: ({ amount, link }: Facts) => ({
    kz: `${brand.name.kz}: полис ресімделмеді. ${amount} сомасын қайтарамыз. Толығырақ: ${link}. Байланыс орталығы: ${brand.callCentre}`,
    ru: `${brand.name.ru}: полис не оформлен. Вернём ${amount}. Подробнее: ${link}. Контакт-центр: ${brand.callCentre}`,
  }),
  refunded: ({ amount, toAccount }: Facts) => ({
    kz: `${brand.name.kz}: ${amount} қайтарылды. ${toAccount ? 'Ақша көрсетілген банк шотына аударылды.' : 'Ақша Сіз төлеген тәсілмен түседі.'}`,
    ru: `${brand.name.ru}: возвращено ${amount}. ${toAccount ? 'Деньги переведены на указанный банковский счёт.' : 'Деньги придут тем же способом, которым Вы платили.'}`,
  }),
} satisfies Record<string, (facts: Facts) => Record<Locale, string>>

/** The code that opens an order's page on another device. */
export const orderCode = (code: string): Record<Locale, string> => ({
  kz: `${brand.name.kz}: тапсырыс бетін ашу коды ${code}. Оны ешкімге айтпаңыз.`,
  ru: `${brand.name.ru}: код для входа на страницу заказа: ${code}. Никому не говорите.`,
})

export const letters = {
  issued: ({ number, plates, start, end, link, amount }: Facts) => ({
    kz: {
      subject: `ОГПО полисіңіз: ${number}`,
      text: `Сәлеметсіз бе!\n\nПолисіңіз ресімделді.\n\nНөмірі: ${number}\nКөлік: ${plates}\nҚолданылу мерзімі: ${start} – ${end}\nСақтандыру сыйлықақысы: ${amount}\n\nҚұжаттар хатқа қоса берілді. Оларды мына беттен де жүктеп алуға болады:\n${link}\n\nСақтандыру жағдайы болса, ${brand.callCentre} нөміріне қоңырау шалыңыз.\n\n${brand.legalName.kz}`,
    },
    ru: {
      subject: `Ваш полис ОГПО: ${number}`,
      text: `Здравствуйте!\n\nПолис оформлен.\n\nНомер: ${number}\nАвтомобиль: ${plates}\nСрок действия: ${start} – ${end}\nСтраховая премия: ${amount}\n\nДокументы приложены к письму. Их можно скачать и здесь:\n${link}\n\nЕсли произойдёт страховой случай, звоните по номеру ${brand.callCentre}.\n\n${brand.legalName.ru}`,
    },
  }),
  notIssued: ({ amount, link }: Facts) => ({
    kz: {
      subject: 'Полис ресімделмеді',
      text: `Сәлеметсіз бе!\n\nӨкінішке қарай, полис ресімделмеді: бірыңғай дерекқор оны қабылдамады. ${amount} сомасын Сіз төлеген тәсілмен қайтарамыз.\n\n${link}\n\n${brand.legalName.kz}`,
    },
    ru: {
      subject: 'Полис не оформлен',
      text: `Здравствуйте!\n\nК сожалению, полис не оформлен: единая база его не приняла. Вернём ${amount} тем же способом, которым Вы платили.\n\n${link}\n\n${brand.legalName.ru}`,
    },
  }),
} satisfies Record<string, (facts: Facts) => Record<Locale, { subject: string; text: string }>>
