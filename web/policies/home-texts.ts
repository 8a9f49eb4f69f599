import type { Locale } from '#domain/locale.ts'
import { dayUntil } from '#texts/phrases.ts'
import { policyStates } from '#texts/states.ts'
import { plural, texts } from '../texts.ts'

const words = texts({
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
      `Төлейтін карта жоқ. Карта қосылмаса, қорғаныс ${dayUntil.kz(date)} ғана сақталады.`,
    declined: (date: string) =>
      `Картадан ақша алынбады, ертең қайталаймыз. Төлем түспесе, қорғаныс ${dayUntil.kz(date)} ғана сақталады.`,
    cards: 'Төлем карталары',
    again: 'Қайта жазылу',
  },
  ru: {
    product: (plan: string, insurer: string) => `Подписка Home · ${plan} · ${insurer}`,
    states: policyStates.ru,
    amount: 'Жильё',
    interior: 'Внутренняя отделка',
    neighbours: 'Возмещение соседям',
    month: 'Платёж в месяц',
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

export default words

/** Days to the start of the protection or to the next payment, in words. */
export function countdownIn(
  { to, days }: { to: 'start' | 'billing'; days: number },
  t: (typeof words)['kz'],
  locale: Locale,
): string {
  return days === 0 ? t.today[to] : plural(locale, days, t.countdown[to])
}
