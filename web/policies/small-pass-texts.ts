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
