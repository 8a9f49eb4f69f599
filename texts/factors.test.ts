import { describe, expect, test } from 'vitest'
import tariff from '#domain/ogpo/tariff-2026.json' with { type: 'json' }
import { factorLine, factorWords } from './factors.ts'
import { vehicleTypes } from './vehicle-types.ts'

const known = {
  region: { kz: 'Алматы қаласы', ru: 'г. Алматы' },
  money: (tenge: number) => `${tenge} ₸`,
}

describe('the words of a price', () => {
  test('name every type of vehicle of the tariff', () => {
    expect(vehicleTypes.map(({ code }) => code)).toEqual(
      tariff.vehicleTypes.items.map(({ code }) => code),
    )
  })

  test('say the base in calculation indices of the law and in tenge', () => {
    expect(factorWords('base', { multiple: '1.9', mrp: 4325 }, known)).toEqual({
      title: { kz: 'Базалық сыйлықақы', ru: 'Базовая премия' },
      because: {
        kz: 'Заң бойынша 1,9\u00a0АЕК, АЕК\u00a0–\u00a04325 ₸',
        ru: 'По закону 1,9\u00a0МРП, МРП\u00a0–\u00a04325 ₸',
      },
    })
  })

  test.each([
    [
      'regionBase',
      { region: 'ALMATY_CITY' },
      'Тіркеу аумағы: Алматы қаласы',
      'Территория регистрации: г. Алматы',
    ],
    [
      'vehicleType',
      { type: 'TRUCK' },
      'Көлік түрі: жүк көлігі',
      'Тип транспорта: грузовой автомобиль',
    ],
    [
      'ageExperience',
      { age: 24, experience: 1, ageLimit: 25, experienceLimit: 2 },
      'Жүргізушінің жасы мен өтілі: 25 жасқа дейін, өтілі 2 жылға жетпейді',
      'Возраст и стаж водителя: до 25 лет, стаж меньше 2 лет',
    ],
    [
      'ageExperience',
      { age: 25, experience: 2, ageLimit: 25, experienceLimit: 2 },
      'Жүргізушінің жасы мен өтілі: 25 жастан бастап, өтілі 2 жыл не одан көп',
      'Возраст и стаж водителя: от 25 лет, стаж от 2 лет',
    ],
    [
      'vehicleAge',
      { years: 8, limit: 7 },
      'Көліктің жасы: 7 жылдан асады',
      'Возраст автомобиля: больше 7 лет',
    ],
    [
      'bonusMalus',
      { kind: 'CLASS', class: '7' },
      '«Бонус-малус» сыныбы: 7-сынып',
      'Класс «бонус-малус»: класс 7',
    ],
    [
      'bonusMalus',
      { kind: 'FIRST', class: '3' },
      '«Бонус-малус» сыныбы: алғашқы шарт, 3-сынып',
      'Класс «бонус-малус»: первый договор, класс 3',
    ],
    ['legalEntity', {}, 'Заңды тұлға', 'Юридическое лицо'],
  ] as const)('put %s and its reason in one line of the cover note', (code, because, kz, ru) => {
    expect(factorLine(code, because, known)).toEqual({ kz, ru })
  })
})
