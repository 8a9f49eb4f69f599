import { plural, texts } from '../texts.ts'

const manyCars = {
  one: '{n} автомобиль',
  few: '{n} автомобиля',
  many: '{n} автомобилей',
  other: '{n} автомобиля',
}

/** A policy's short side in the cabinet's list. */
export default texts({
  kz: {
    from: (day: string) => `Басталатын күні – ${day}`,
    until: (day: string) => `Соңғы күні – ${day}`,
    billing: (day: string, sum: string) => `Төлем: ${day}, ${sum}`,
    cars: (n: number) => `${n} көлік`,
    more: 'Толығырақ',
    qrOf: (number: string) => `QR: полис ${number}`,
    days: { one: 'күн', few: 'күн', many: 'күн', other: 'күн' },
    scan: 'Инспектор осы кодты сканерлеп, полистің қолданыста екенін көреді.',
    noQr: 'QR-код жүктелмеді. Қайталап көріңіз.',
    close: 'Жабу',
  },
  ru: {
    from: (day: string) => `Начнётся ${day}`,
    until: (day: string) => `Последний день – ${day}`,
    billing: (day: string, sum: string) => `Платёж: ${day}, ${sum}`,
    cars: (n: number) => plural('ru', n, manyCars),
    more: 'Подробнее',
    qrOf: (number: string) => `QR: полис ${number}`,
    days: { one: 'день', few: 'дня', many: 'дней', other: 'дня' },
    scan: 'Инспектор сканирует код и видит, что полис действует.',
    noQr: 'QR-код не загрузился. Попробуйте ещё раз.',
    close: 'Закрыть',
  },
})
