import type { Movement } from '#domain/books/movements.ts'
import type { Localized } from '#domain/locale.ts'
import { wayWords } from './ways.ts'

/** Names of states, sources and reasons, on screens and in the accountant's files alike. */
type Words = Localized<Record<string, string>>

export const saleSources: Words = {
  kz: {
    con_aonit_ogpo: 'ОГПО',
    qorgan_ogpo_bad_scoring: 'ОГПО, скорингтен кейін',
    freedom_superapp_ogpo: 'ОГПО, Freedom',
    external_refund_superapp_ogpo: 'ОГПО, серіктес қайтарады',
    qorgan_egov_home: 'Home',
  },
  ru: {
    con_aonit_ogpo: 'ОГПО',
    qorgan_ogpo_bad_scoring: 'ОГПО после скоринга',
    freedom_superapp_ogpo: 'ОГПО, Freedom',
    external_refund_superapp_ogpo: 'ОГПО, возвращает партнёр',
    qorgan_egov_home: 'Home',
  },
}

/** Through which door a sale came. */
export const saleChannels: Words = {
  kz: {
    site: 'Сайт',
    promoter: 'Промоутерлер',
    partner: 'Серіктестер',
    egov: 'eGov',
    home: 'Home',
  },
  ru: {
    site: 'Сайт',
    promoter: 'Промоутеры',
    partner: 'Партнёры',
    egov: 'eGov',
    home: 'Home',
  },
}

/** Kinds of movements of premium, commission or insurers' returns. */
export const movementWords = {
  kz: {
    sold: 'Сату',
    taken_over: 'Жаңа полис үшін есепке алынған',
    cancelled: 'Күші жойылған',
    ended: 'Мерзімінен бұрын тоқтатылған',
  },
  ru: {
    sold: 'Продажа',
    taken_over: 'Зачтено в счёт нового полиса',
    cancelled: 'Аннулирование',
    ended: 'Досрочное прекращение',
  },
} as const satisfies Localized<Record<Movement, string>>

export const refundWays = {
  kz: { ...wayWords.kz.books, bank_details: 'Банктік деректемелер' },
  ru: { ...wayWords.ru.books, bank_details: 'Банковские реквизиты' },
}

/** Who takes payments and sends statements of them. */
export const paymentSystems: Words = {
  kz: wayWords.kz.books,
  ru: wayWords.ru.books,
}

/** How a payment and a statement's line came together. */
export const matchedBy: Words = {
  kz: { number: 'нөмірі бойынша', linked: 'бухгалтер байланыстырды' },
  ru: { number: 'по номеру', linked: 'связал бухгалтер' },
}

export const refundReasons: Words = {
  kz: {
    late_or_second_payment: 'Кешіккен немесе қайталанған төлем',
    not_issued: 'Полис ресімделмеді',
    not_registered: 'Home жазылымы ресімделмеді',
    reissue: 'Қайта ресімдеу',
    terminated: 'Шарт тоқтатылды',
    cancelled: 'Полистің күші жойылды',
    terminated_ogpo_plus: 'Шарт тоқтатылды, ОГПО+',
    cancelled_ogpo_plus: 'Полистің күші жойылды, ОГПО+',
    partner: 'Ақшаны серіктес қайтарды',
    chargeback: 'Ақшаны карта банкі кері алды',
    bank_return: 'Ақшаны банк бізсіз қайтарды',
    dispute_won: 'Карта банкі бізге қайтарған төлем',
    nothing_to_reissue: 'Қайта ресімдейтін полис қалмады',
  },
  ru: {
    late_or_second_payment: 'Поздний или повторный платёж',
    not_issued: 'Полис не оформлен',
    not_registered: 'Подписка Home не оформлена',
    reissue: 'Переоформление',
    terminated: 'Договор расторгнут',
    cancelled: 'Полис аннулирован',
    terminated_ogpo_plus: 'Договор расторгнут, ОГПО+',
    cancelled_ogpo_plus: 'Полис аннулирован, ОГПО+',
    partner: 'Деньги вернул партнёр',
    chargeback: 'Банк карты отозвал платёж',
    bank_return: 'Банк вернул деньги без нашего участия',
    dispute_won: 'Банк карты вернул отозванный платёж',
    nothing_to_reissue: 'Переоформлять уже нечего',
  },
}

export const claimants = {
  kz: { injured: 'Жәбірленуші', at_fault: 'Кінәлі тұлға' },
  ru: { injured: 'Потерпевший', at_fault: 'Виновник' },
}

/** Whose property a claim is about, in few words. */
export const claimCases = {
  kz: {
    owner: 'Өз мүлкі',
    'third-party': 'Басқа адамның мүлкі',
    'owner-and-third-party': 'Екеуі де',
  },
  ru: {
    owner: 'Своё имущество',
    'third-party': 'Имущество другого человека',
    'owner-and-third-party': 'И то и другое',
  },
}

/** Returns the word for a code; an unknown code is its own word. */
export const wordFor = (
  words: Readonly<Record<string, string>>,
  code: string | null,
): string | null => (code === null ? null : (words[code] ?? code))

/** Sales without a promoter. */
export const noPromoter: Localized = { kz: 'Промоутерсіз', ru: 'Без промоутера' }
