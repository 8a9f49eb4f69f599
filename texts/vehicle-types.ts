import type { Localized } from '#domain/locale.ts'

/**
 * The types of vehicles of the tariff (law, article 19) in words: for the screens and for the words
 * of a price.
 */
export const vehicleTypes: readonly ({ code: string } & Localized)[] = [
  { code: 'PASSENGER', kz: 'Жеңіл автокөлік', ru: 'Легковой автомобиль' },
  {
    code: 'BUS_UP_TO_16',
    kz: 'Автобус, 16 орыннан аспайды',
    ru: 'Автобус до 16 мест включительно',
  },
  { code: 'BUS_OVER_16', kz: 'Автобус, 16 орыннан көп', ru: 'Автобус свыше 16 мест' },
  { code: 'TRUCK', kz: 'Жүк көлігі', ru: 'Грузовой автомобиль' },
  { code: 'TROLLEYBUS_TRAM', kz: 'Троллейбус, трамвай', ru: 'Троллейбус, трамвай' },
  { code: 'MOTORCYCLE', kz: 'Мотоцикл', ru: 'Мотоцикл' },
  { code: 'TRAILER', kz: 'Тіркеме', ru: 'Прицеп' },
]
