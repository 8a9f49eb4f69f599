/** What each coefficient of a price is about, in plain words. `because` is the tariff's own explanation of the coefficient. */
type Text = { kz: string; ru: string }
type Because = Record<string, string | number | boolean | null>

const vehicleTypes: Record<string, Text> = {
  PASSENGER: { kz: 'жеңіл автокөлік', ru: 'легковой автомобиль' },
  BUS_UP_TO_16: { kz: '16 орынға дейінгі автобус', ru: 'автобус до 16 мест' },
  BUS_OVER_16: { kz: '16 орыннан асатын автобус', ru: 'автобус более 16 мест' },
  TRUCK: { kz: 'жүк көлігі', ru: 'грузовой автомобиль' },
  TROLLEYBUS_TRAM: { kz: 'троллейбус, трамвай', ru: 'троллейбус, трамвай' },
  MOTORCYCLE: { kz: 'мотоцикл', ru: 'мотоцикл' },
  TRAILER: { kz: 'тіркеме', ru: 'прицеп' },
}

export const vehicleTypeText = (code: string): Text => vehicleTypes[code] ?? { kz: code, ru: code }

/** `region` is the region's name by the tariff tables. */
export function factorText(code: string, because: Because, region: Text): Text {
  const count = (name: string) => Number(because[name] ?? 0)
  switch (code) {
    case 'base':
      return {
        kz: `Базалық сыйлықақы: ${because.multiple} АЕК`.replace('.', ','),
        ru: `Базовая премия: ${because.multiple} МРП`.replace('.', ','),
      }
    case 'regionBase':
      return { kz: `Тіркеу аумағы: ${region.kz}`, ru: `Территория регистрации: ${region.ru}` }
    case 'regionCorrection':
      return { kz: 'Аумақтың түзету коэффициенті', ru: 'Поправочный коэффициент территории' }
    case 'settlement':
      return because.settlement === 'CITY'
        ? { kz: 'Елді мекен: қала', ru: 'Населённый пункт: город' }
        : { kz: 'Елді мекен: облыстың басқа елді мекені', ru: 'Населённый пункт: другой пункт области' }
    case 'vehicleType': {
      const type = vehicleTypeText(String(because.type))
      return { kz: `Көлік түрі: ${type.kz}`, ru: `Тип автомобиля: ${type.ru}` }
    }
    case 'ageExperience': {
      const young = count('age') < count('ageLimit')
      const fresh = count('experience') < count('experienceLimit')
      return {
        kz: `Жасы ${young ? '25-ке толмаған' : '25 және одан жоғары'}, өтілі ${fresh ? '2 жылға жетпейді' : '2 жылдан асады'}`,
        ru: `Возраст ${young ? 'до 25 лет' : 'от 25 лет'}, стаж ${fresh ? 'менее 2 лет' : 'более 2 лет'}`,
      }
    }
    case 'legalEntity':
      return { kz: 'Заңды тұлға', ru: 'Юридическое лицо' }
    case 'vehicleAge':
      return count('years') > count('limit')
        ? { kz: 'Көлікке 7 жылдан асқан', ru: 'Автомобилю больше 7 лет' }
        : { kz: 'Көлікке 7 жылға дейін', ru: 'Автомобилю до 7 лет' }
    case 'bonusMalus':
      return because.kind === 'FIRST'
        ? { kz: 'Алғашқы шарт: 3-сынып', ru: 'Первый договор: класс 3' }
        : { kz: `Бонус-малус: ${because.class}-сынып`, ru: `Бонус-малус: класс ${because.class}` }
    case 'privilege':
      return { kz: 'Заң бойынша жеңілдік', ru: 'Льгота по закону' }
    case 'term':
      return { kz: `Маусымдық мерзім: ${because.days} күн`, ru: `Сезонный срок: ${because.days} дн.` }
    default:
      return { kz: code, ru: code }
  }
}
