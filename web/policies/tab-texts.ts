import type { Locale } from '#domain/locale.ts'
import { dayOn, dayUntil } from '#texts/phrases.ts'
import { policyStates } from '#texts/states.ts'
import { wayWords } from '#texts/ways.ts'
import { plural, texts } from '../texts.ts'

/** Words of the cabinet's tab of policies: the passes, what waits over them, the small passes, Home. */

/** One policy of the client, whole. */
export const mineWords = texts({
  kz: {
    unknown: 'Мұндай полисіңіз жоқ',
    unknownText: 'Нөмірін тексеріңіз не тізімнен таңдаңыз.',
    about: 'Полис туралы',
    drivers: (n: number) => `Жүргізушілер · ${n}`,
    iin: (iin: string) => `ЖСН ${iin}`,
    policyholder: 'сақтанушы',
    money: 'Төлемдер мен қайтарулар',
    paid: 'Төленді',
    free: 'Бұл полис үшін ақша төленген жоқ.',
    ways: wayWords.kz.name,
    receipt: (number: string) => `чек №\u00a0${number}`,
    refunds: {
      due: 'Қайтарылып жатыр',
      done: 'Қайтарылды',
      failed: 'Қайтарумен қызметкер айналысып жатыр',
    },
    history: 'Тарихы',
    events: {
      ordered: 'Тапсырыс жасалды',
      paid: 'Төлем түсті',
      issued: 'Полис ресімделді',
      papers: 'Құжаттар дайын болды',
      refunded: 'Ақша қайтарылды',
      terminated: 'Шарт мерзімінен бұрын тоқтатылды',
      cancelled: 'Басталғанға дейін күші жойылды',
      replaced: 'Полис жаңасына ауыстырылды',
    },
    scan: 'Инспекторға осы кодты көрсетіңіз.',
  },
  ru: {
    unknown: 'У вас нет такого полиса',
    unknownText: 'Проверьте номер или выберите полис из списка.',
    about: 'О полисе',
    drivers: (n: number) => `Водители · ${n}`,
    iin: (iin: string) => `ИИН ${iin}`,
    policyholder: 'страхователь',
    money: 'Платежи и возвраты',
    paid: 'Оплачено',
    free: 'За этот полис деньги не вносились.',
    ways: wayWords.ru.name,
    receipt: (number: string) => `чек №\u00a0${number}`,
    refunds: { due: 'Возвращается', done: 'Возвращено', failed: 'Возвратом занимается сотрудник' },
    history: 'История',
    events: {
      ordered: 'Заказ создан',
      paid: 'Оплата поступила',
      issued: 'Полис оформлен',
      papers: 'Документы готовы',
      refunded: 'Деньги возвращены',
      terminated: 'Договор расторгнут досрочно',
      cancelled: 'Полис аннулирован до начала действия',
      replaced: 'Полис заменён новым',
    },
    scan: 'Покажите этот код инспектору.',
  },
})

/** What waits for the client, over the passes. */
export const needWords = texts({
  kz: {
    title: 'Назар аударыңыз',
    notAll: 'Төлемдер мен өтінімдер жүктелмеді',
    again: 'Қайталау',
    ends: {
      one: 'Полис {n} күннен кейін аяқталады',
      few: 'Полис {n} күннен кейін аяқталады',
      many: 'Полис {n} күннен кейін аяқталады',
      other: 'Полис {n} күннен кейін аяқталады',
    },
    endsToday: 'Бүгін – полистің соңғы күні',
    next: (day: string) => `Жаңасы ${dayOn.kz(day)} үзіліссіз басталады.`,
    renew: 'Полисті ұзарту',
    renewFor: (sum: string) => `Ұзарту: шамамен ${sum}`,
    same: 'Бағасы алдыңғы полистегідей',
    differs: (by: string) => `Алдыңғы полистен айырмасы: ${by}`,
    before: 'Алдыңғы полис',
    now: 'Жаңа бағасы',
    mrp: (was: string, now: string) => `АЕК ${was} еді, ${now} болды`,
    moved: (title: string, was: string, now: string) => `${title}: ${was} → ${now}`,
    none: 'ескерілмеген',
    refused: 'Төлем өтпеді',
    unpaid: 'Полис әлі төленбеген',
    unpaidHome: 'Home жазылымы әлі төленбеген',
    noCard: 'Home жазылымын төлейтін карта жоқ',
    declined: 'Home төлемі картадан алынбады',
    cardUntil: (day: string) => `Қорғаныс ${dayUntil.kz(day)} сақталады`,
    asked: {
      one: 'Сізден {n} құжат сұралды',
      few: 'Сізден {n} құжат сұралды',
      many: 'Сізден {n} құжат сұралды',
      other: 'Сізден {n} құжат сұралды',
    },
    claim: (number: string) => `№ ${number} өтінім`,
    help: 'Жол апаты болды ма?',
    helpText: 'Не істеу керегін айтамыз',
  },
  ru: {
    title: 'Обратите внимание',
    notAll: 'Не загрузились платежи и заявки',
    again: 'Повторить',
    ends: {
      one: 'Полис закончится через {n} день',
      few: 'Полис закончится через {n} дня',
      many: 'Полис закончится через {n} дней',
      other: 'Полис закончится через {n} дня',
    },
    endsToday: 'Сегодня – последний день полиса',
    next: (day: string) => `Новый начнётся ${dayOn.ru(day)}, без перерыва.`,
    renew: 'Продлить полис',
    renewFor: (sum: string) => `Продлить: около ${sum}`,
    same: 'Цена как у прошлого полиса',
    differs: (by: string) => `Разница с прошлым полисом: ${by}`,
    before: 'Прошлый полис',
    now: 'Новая цена',
    mrp: (was: string, now: string) => `МРП был ${was}, стал ${now}`,
    moved: (title: string, was: string, now: string) => `${title}: ${was} → ${now}`,
    none: 'не учитывалось',
    refused: 'Оплата не прошла',
    unpaid: 'Полис ещё не оплачен',
    unpaidHome: 'Подписка Home ещё не оплачена',
    noCard: 'Нет карты для оплаты подписки Home',
    declined: 'С карты не списался платёж за Home',
    cardUntil: (day: string) => `Защита сохранится ${dayUntil.ru(day)}`,
    asked: {
      one: 'От вас нужен {n} документ',
      few: 'От вас нужны {n} документа',
      many: 'От вас нужно {n} документов',
      other: 'От вас нужно {n} документа',
    },
    claim: (number: string) => `Заявка № ${number}`,
    help: 'Попали в аварию?',
    helpText: 'Подскажем, что делать',
  },
})

const manyCars = {
  one: '{n} автомобиль',
  few: '{n} автомобиля',
  many: '{n} автомобилей',
  other: '{n} автомобиля',
}

/** A policy's short side in the cabinet's list. */
export const smallWords = texts({
  kz: {
    premium: 'Сыйлықақы',
    total: 'Жалпы құны',
    verified: 'Тексерілген күні',
    home: 'Баспана',
    interior: 'Ішкі әрлеу',
    neighbours: 'Көршілерге',
    until: (day: string) => `Соңғы күні – ${day}`,
    billing: (payment: string) => `Төлем: ${payment}`,
    cars: (n: number) => `${n} көлік`,
    more: 'Толығырақ',
    qrOf: (number: string) => `QR: полис ${number}`,
    days: { one: 'күн', few: 'күн', many: 'күн', other: 'күн' },
    scan: 'Инспектор осы кодты сканерлеп, полистің қолданыста екенін көреді.',
    noQr: 'QR-код жүктелмеді. Қайталап көріңіз.',
    close: 'Жабу',
  },
  ru: {
    premium: 'Премия',
    total: 'Всего',
    verified: 'Проверен',
    home: 'Жильё',
    interior: 'Отделка',
    neighbours: 'Соседям',
    until: (day: string) => `Последний день – ${day}`,
    billing: (payment: string) => `Платёж: ${payment}`,
    cars: (n: number) => plural('ru', n, manyCars),
    more: 'Подробнее',
    qrOf: (number: string) => `QR: полис ${number}`,
    days: { one: 'день', few: 'дня', many: 'дней', other: 'дня' },
    scan: 'Инспектор сканирует код и видит, что полис действует.',
    noQr: 'QR-код не загрузился. Попробуйте ещё раз.',
    close: 'Закрыть',
  },
})

export const homeWords = texts({
  kz: {
    product: (plan: string, insurer: string) => `Home жазылымы · ${plan} · ${insurer}`,
    states: policyStates.kz,
    amount: 'Баспана',
    interior: 'Ішкі әрлеу',
    neighbours: 'Көршілерге өтемақы',
    month: 'Айлық төлем',
    starts: 'Қорғаныстың басталуы',
    billing: 'Келесі төлем күні',
    until: 'Қорғаныстың соңғы күні',
    countdown: {
      start: {
        one: 'Басталуына дейін: {n} күн',
        few: 'Басталуына дейін: {n} күн',
        many: 'Басталуына дейін: {n} күн',
        other: 'Басталуына дейін: {n} күн',
      },
      billing: {
        one: 'Келесі төлемге дейін: {n} күн',
        few: 'Келесі төлемге дейін: {n} күн',
        many: 'Келесі төлемге дейін: {n} күн',
        other: 'Келесі төлемге дейін: {n} күн',
      },
    },
    today: { start: 'Бүгін басталады', billing: 'Төлем бүгін алынады' },
    papers: 'Полисті жүктеп алу',
    check: 'Полисті тексеру (QR)',
    cancel: 'Жазылымнан бас тарту',
    cancelTitle: 'Home жазылымынан бас тартасыз ба?',
    cancelText: (date: string) =>
      `Қорғаныс ${dayUntil.kz(date)} сақталады. Картадан енді ақша алынбайды.`,
    cancelYes: 'Иә, бас тартамын',
    cancelNo: 'Жоқ, қалсын',
    cancelled: 'Жазылымнан бас тартылды',
    over: {
      cancelled: (date: string) =>
        `Жазылымнан бас тартылды. Қорғаныс ${dayUntil.kz(date)} сақталады.`,
      not_renewed: (date: string) =>
        `Жазылым ұзартылмады. Қорғаныс ${dayUntil.kz(date)} сақталады.`,
    },
    noCard: (date: string) =>
      `Төлем алынатын карта жоқ. Карта қосылмаса, қорғаныс ${dayUntil.kz(date)} сақталып, содан кейін тоқтайды.`,
    declined: (date: string) =>
      `Картадан ақша алынбады, ертең қайталаймыз. Төлем түспесе, қорғаныс ${dayUntil.kz(date)} сақталып, содан кейін тоқтайды.`,
    cards: 'Төлем карталары',
    again: 'Қайта жазылу',
  },
  ru: {
    product: (plan: string, insurer: string) => `Подписка Home · ${plan} · ${insurer}`,
    states: policyStates.ru,
    amount: 'Жильё',
    interior: 'Внутренняя отделка',
    neighbours: 'Возмещение соседям',
    month: 'Ежемесячный платёж',
    starts: 'Начало защиты',
    billing: 'Следующее списание',
    until: 'Последний день защиты',
    countdown: {
      start: {
        one: 'До начала: {n} день',
        few: 'До начала: {n} дня',
        many: 'До начала: {n} дней',
        other: 'До начала: {n} дня',
      },
      billing: {
        one: 'До следующего платежа: {n} день',
        few: 'До следующего платежа: {n} дня',
        many: 'До следующего платежа: {n} дней',
        other: 'До следующего платежа: {n} дня',
      },
    },
    today: { start: 'Начнётся сегодня', billing: 'Платёж спишется сегодня' },
    papers: 'Скачать полис',
    check: 'Проверить полис (QR)',
    cancel: 'Отменить подписку',
    cancelTitle: 'Отменить подписку Home?',
    // A Russian date ends with «г.»: its dot closes the sentence.
    cancelText: (date: string) =>
      `Защита сохранится ${dayUntil.ru(date)}. Деньги с карты больше списываться не будут.`,
    cancelYes: 'Да, отменить',
    cancelNo: 'Нет, оставить',
    cancelled: 'Подписка отменена',
    over: {
      cancelled: (date: string) => `Подписка отменена. Защита сохранится ${dayUntil.ru(date)}.`,
      not_renewed: (date: string) =>
        `Подписка не продлена. Защита сохранится ${dayUntil.ru(date)}.`,
    },
    noCard: (date: string) =>
      `Нет карты для оплаты. Если её не добавить, защита сохранится только ${dayUntil.ru(date)}.`,
    declined: (date: string) =>
      `Списать с карты не удалось, завтра повторим. Если оплата не пройдёт, защита сохранится только ${dayUntil.ru(date)}.`,
    cards: 'Платёжные карты',
    again: 'Оформить снова',
  },
})

/** Days to the start of the protection or to the next payment, in words. */
export function countdownIn(
  { to, days }: { to: 'start' | 'billing'; days: number },
  t: (typeof homeWords)['kz'],
  locale: Locale,
): string {
  return days === 0 ? t.today[to] : plural(locale, days, t.countdown[to])
}
