import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jaroWinkler } from '../name-spelling.ts'
import {
  indexEntries,
  type ListEffect,
  type ListEntry,
  type Screened,
  screen,
  shrunkTooMuch,
} from './kyc.ts'
import { clientName, inLatin, listName, nameSimilarity } from './names.ts'

const client: Screened = {
  iin: '850315399904',
  surname: 'Әбдіқадыров',
  name: 'Нұрлан',
  patronymic: 'Қасымұлы',
  birthDate: '1985-03-15',
}
const entry = (over: Partial<ListEntry> = {}): ListEntry => ({
  list: 'TERROR',
  number: '1',
  kind: 'person',
  names: ['ӘБДІҚАДЫРОВ НҰРЛАН ҚАСЫМҰЛЫ'],
  weakNames: [],
  iin: null,
  birthDate: '1985-03-15',
  birthYear: 1985,
  note: '',
  ...over,
})
const otherIin = '790101399902'

describe('decisions', () => {
  test.each<[string, Partial<ListEntry>, string, string | null]>([
    [
      'an equal IIN, whatever the name',
      { iin: client.iin, names: ['ИВАНОВ ИВАН'], birthDate: null, birthYear: null },
      'hit',
      'iin',
    ],
    ['another IIN, though name and date are equal', { iin: otherIin }, 'clear', null],
    ['an equal name and date', {}, 'hit', 'name_birth_date'],
    [
      'an equal name, date of another year',
      { birthDate: '1961-03-15', birthYear: 1961 },
      'clear',
      null,
    ],
    [
      'an equal name, another day of the year',
      { birthDate: '1985-12-01' },
      'review',
      'similar_birth_year',
    ],
    ['an equal name and only the year', { birthDate: null }, 'review', 'similar_birth_year'],
    ['an equal name and no date at all', { birthDate: null, birthYear: null }, 'clear', 'name'],
    ['another name with the same date', { names: ['СЕЙТҚАЛИЕВ МАРАТ ІЛИЯСҰЛЫ'] }, 'clear', null],
    [
      'one letter wrong, same date',
      { names: ['АБДЫКАДЫРОВ НУРЛАН КАСЫМУЛЫ'] },
      'review',
      'similar_birth_date',
    ],
    [
      'a twin: only the given name differs',
      { names: ['ӘБДІҚАДЫРОВ ЕРЛАН ҚАСЫМҰЛЫ'] },
      'clear',
      null,
    ],
    [
      'a brother with a like name and only the year',
      { names: ['АБДИКАДЫРОВ НУРЛЫБЕК КАСЫМУЛЫ'], birthDate: null },
      'clear',
      null,
    ],
    ['an organisation of that name', { kind: 'organisation' }, 'clear', null],
    [
      'a weak alias with the same date',
      { names: ['ХАМИД НАСИР'], weakNames: ['Нурлан Абдикадыров'] },
      'clear',
      'weak_name',
    ],
    ['an entry in another script', { names: ['عمر فاروق'] }, 'clear', null],
  ])('%s: %3$s', (_, over, decision, by) => {
    const result = screen(client, [entry(over)])
    expect([result.decision, result.matches[0]?.by ?? null]).toEqual([decision, by])
    expect(result.matches[0]?.entry).toEqual(by === null ? undefined : entry(over))
  })

  test.each<[ListEffect, Partial<ListEntry>, string]>([
    ['block', {}, 'hit'],
    ['review', {}, 'review'],
    ['review', { birthDate: null }, 'review'],
    ['flag', {}, 'clear'],
    ['flag', { iin: client.iin }, 'clear'],
  ])('a list that is to %s turns %j into %s and keeps the match', (effect, over, decision) => {
    const result = screen(client, [entry({ list: 'X', ...over })], { X: effect })
    expect(result.decision).toBe(decision)
    expect(result.matches).toHaveLength(1)
  })

  test('PEP only flags, and a list without a row blocks', () => {
    expect(screen(client, [entry({ list: 'PEP' })]).decision).toBe('clear')
    expect(screen(client, [entry({ list: 'NEW' })]).decision).toBe('hit')
  })

  test('the strongest match of an entry is told, and all lists that match', () => {
    const years = [1984, 1985, 1986].map((birthYear) =>
      entry({ list: 'UN', number: 'SBi.1', birthDate: null, birthYear }),
    )
    const { decision, matches } = screen(client, [
      ...years,
      entry({ number: '7' }),
      entry({ number: '8', iin: client.iin }),
    ])
    expect(decision).toBe('hit')
    expect(matches.map(({ list, entry: { number }, by }) => [list, number, by])).toEqual([
      ['TERROR', '8', 'iin'],
      ['TERROR', '7', 'name_birth_date'],
      ['UN', 'SBi.1', 'similar_birth_year'],
    ])
  })

  test('nobody matches an empty list', () => {
    expect(screen(client, [])).toEqual({ decision: 'clear', matches: [] })
  })
})

describe('spellings of one name', () => {
  test.each([
    'Абдикадыров Нурлан Касымулы',
    'НҰРЛАН ҚАСЫМҰЛЫ ӘБДІҚАДЫРОВ',
    'Әбдіқадыров Нұрлан Қасым-ұлы',
    'Әбдіқадыров Нұрлан Қасым ұлы',
    'Абдикадыров Нурлан Касымович',
    'Абдикадыров Нурлан Касым оглы',
    'Абдикадыров Нурлан',
    'Aбдикaдырoв Нурлaн', // Latin a and o inside
    'Abdikadyrov Nurlan Kassymuly',
    'ABDIQADYROV NURLAN QASYMULY',
    "Abdi'kadyrov, Nurlan",
  ])('%s is the client', (name) => {
    expect(screen(client, [entry({ names: [name] })])).toMatchObject({
      decision: 'hit',
      matches: [{ score: 1 }],
    })
  })

  test.each([
    [['Жандосов', 'Дәулет', 'Қасымұлы'], 'DAULET KASSYMULY ZHANDOSOV'],
    [['Жандосов', 'Дәулет', 'Касымулы'], 'Jandosov Daulet Qasymuly'],
    [['Юсупова', 'Гүлнәр', 'Әбенқызы'], 'Yusupova Gulnar Abenkyzy'],
    [['Юсупова', 'Гульнар', 'Абеновна'], 'IUSUPOVA GULNAR'],
    [['Хасенов', 'Ғалым', ''], 'KHASSENOV GALYM'],
    [['Щербакова', 'Елена', 'Павловна'], 'SHCHERBAKOVA ELENA'],
    [['Жәнібек', 'Жандос', ''], 'ДЖАНИБЕК ДЖАНДОС'],
    [['Джанибек', 'Джандос', ''], 'ZHANIBEK JANDOS'],
    [['Øster', 'Søren', ''], 'OSTER SOREN'],
    [['Đorđević', 'Đorđe', ''], 'DORDEVIC DORDE'],
  ] as const)('%j is %s of the Latin list', ([surname, name, patronymic], listed) => {
    const result = screen({ ...client, surname, name, patronymic }, [entry({ names: [listed] })])
    expect(result.decision).toBe('hit')
  })

  /** Written together or apart, and letters with a mark as passports write them. */
  test.each([
    ['Абдул Рахман', 'Омар', '', 'ABDULRAHMAN OMAR'],
    ['Абдул-Рахман', 'Омар', '', 'OMAR ABDUL RAHMAN'],
    ['Абдулрахман', 'Омар', '', 'ABDUL RAHMAN OMAR'],
    ['Абдулрахман', 'Омар', 'Саид', 'ABDUL RAHMAN OMAR SAID'],
    ['Абдул Рахман', 'Омар', 'Саид', 'ABDULRAHMAN OMAR SAID'],
    ['Абдул Рахман', 'Омар', 'Саид', 'ABDULRAHMAN OMAR'],
    ['Абдул Рахман', 'Омар', '', 'ABDULRAHMAN OMAR SAID'],
    ['Абд ель Карим', 'Юсуф', '', 'ABDELKARIM YUSUF'],
    ['Абдельазиз', 'Салех', '', 'ABD EL AZIZ SALEH'],
    ['Абдур Рахман', 'Омар', '', 'ABDURRAHMAN OMAR'],
    ['Абдуль Рахман', 'Нур Мухаммед', '', 'ABDULRAHMAN NURMUHAMMED'],
    ['Абдул Рахман', 'Нурмухаммед', '', 'ABDULRAHMAN NUR MUHAMMED'],
    ['Махлуф', 'Рами', '', 'RAMIMAKHLUF'],
    ['Нұр Сұлтан', 'Ахметов', '', 'АХМЕТОВ НУРСУЛТАН'],
    ['Бек Назаров', 'Ерлан', 'Қасымұлы', 'БЕКНАЗАРОВ ЕРЛАН КАСЫМОВИЧ'],
    ['Müller', 'Jürgen', '', 'MUELLER JUERGEN'],
    ['MUELLER', 'JUERGEN', '', 'Müller Jürgen'],
    ['Øster', 'Søren', '', 'OESTER SOEREN'],
    ['Åberg', 'Lars', '', 'AABERG LARS'],
  ])('%s %s %s is %s', (surname, name, patronymic, listed) => {
    const result = screen({ ...client, surname, name, patronymic }, [entry({ names: [listed] })])
    expect(result.decision).not.toBe('clear')
  })

  test.each([
    ['Абдул Рахман', 'Омар', '', 'ABDULRAHIM OMAR'],
    ['Абдул Рахман', 'Омар', '', 'ABDULRAHMAN ALI'],
    ['Абдул Рахман', 'Омар', '', 'ABDULKARIM OMAR'],
    ['Нұрланов', 'Ерлан', '', 'НУРЛАНОВЕРМЕК'],
    ['Нұр Сұлтан', 'Ахметов', '', 'АХМЕТОВ НУРЖАН'],
    ['Нұр Сұлтан', 'Ахметов', '', 'АХМЕТОВ НУРСЕИТ'],
    ['Абдул', 'Рахман', '', 'ABDULRAHMAN OMAR SAID'],
    ['Рами', 'Омар', '', 'RAMIMAKHLUF'],
    ['Müller', 'Jürgen', '', 'MUELLER JULIA'],
    ['Ким', 'Ан', '', 'KIMANOV'],
  ])('%s %s %s is not %s', (surname, name, patronymic, listed) => {
    const result = screen({ ...client, surname, name, patronymic }, [entry({ names: [listed] })])
    expect(result.decision).toBe('clear')
  })

  test.each([
    ['Ахметова-Ким', 'АХМЕТОВА КИМ'],
    ['Ахметова Ким', 'АХМЕТОВА-КИМ'],
    ['Ахметова-Ким', 'АХМЕТОВА'],
    ['Ахметова-Ким', 'КИМ'],
    ['Ахметова Ким', 'КИМ'],
    ['Ким', 'АХМЕТОВА-КИМ'],
    ['Ахметова', 'АХМЕТОВА-КИМ'],
    ['Ким', 'АХМЕТОВА КИМ'],
    ['Akhmetova-Kim', 'KIM'],
    ['Ким', 'AKHMETOVA-KIM'],
  ])('a double surname is looked for by each of its halves: %s is %s', (surname, listed) => {
    const of = { ...client, surname, name: 'Айгуль', patronymic: 'Маратовна' }
    const rest = /[A-Z]/.test(listed) ? 'AIGUL MARATOVNA' : 'АЙГУЛЬ МАРАТОВНА'
    const latin = /[A-Z]/.test(surname) ? { name: 'Aigul', patronymic: 'Maratovna' } : {}
    const asks = (names: string[]) => screen({ ...of, ...latin }, [entry({ names })]).decision
    expect(asks([`${listed} ${rest}`])).not.toBe('clear')
    expect(
      asks([`${listed} ${rest.replace(/^\S+/, /[A-Z]/.test(listed) ? 'DINARA' : 'ДИНАРА')}`]),
    ).toBe('clear')
  })

  test('an article is no half of a surname', () => {
    for (const surname of ['аль-Рахман', 'Мамед оглы', 'фон Берг'])
      expect(clientName({ surname, name: 'Омар', patronymic: '' }).parts).toEqual([])
  })

  test('«қызы» and «кызы», «ұлы» and «улы», «Kassymuly» leave the father’s name', () => {
    const stems = ['Қасымұлы', 'Касымулы', 'Қасымқызы', 'Касымовна', 'Касымович', 'Қасым'].map(
      (word) => listName(word)?.words,
    )
    expect(new Set(stems.map(String))).toEqual(new Set(['КАСЫМ']))
    expect(
      ['Kassymuly', 'Qasymuly', 'Kasymkyzy', 'KASSYM'].map((word) => listName(word)?.words.join()),
    ).toEqual(Array(4).fill('KASYM'))
  })

  test.each(['НЕТ', 'жоқ', 'ОТСУТСТВУЕТ', '-'])('«%s» is no patronymic', (none) => {
    const without = entry({ names: [`ӘБДІҚАДЫРОВ НҰРЛАН ${none}`] })
    expect(screen({ ...client, patronymic: none }, [entry()]).decision).toBe('hit')
    expect(screen(client, [without]).decision).toBe('hit')
  })

  test('a client without a patronymic is the entry that has one', () => {
    expect(screen({ ...client, patronymic: '' }, [entry()]).decision).toBe('hit')
  })

  test('surname or given name alone is nobody', () => {
    for (const names of [['НҰРЛАН'], ['ӘБДІҚАДЫРОВ'], ['ҚАСЫМҰЛЫ НҰРЛАН']])
      expect(screen(client, [entry({ names })]).decision).toBe('clear')
  })

  test('a client written in Latin meets a Cyrillic list', () => {
    expect(
      screen({ ...client, surname: 'ABDIKADYROV', name: 'NURLAN', patronymic: '' }, [entry()])
        .decision,
    ).toBe('hit')
  })
})

describe('properties', () => {
  const word = fc.stringMatching(/^[А-ЯӘҒҚҢӨҰҮҺІЁ][а-яәғқңөұүһіё]{2,9}$/)

  test('everyone is found under their own name, in any order of words, and in Latin', () => {
    fc.assert(
      fc.property(word, word, word, fc.boolean(), (surname, name, patronymic, latin) => {
        const text = `${patronymic} ${surname} ${name}`
        const person = { ...client, surname, name, patronymic }
        return screen(person, [entry({ names: [latin ? inLatin(text) : text] })]).decision === 'hit'
      }),
    )
  })

  test('a different IIN never matches, whatever else is equal', () => {
    fc.assert(
      fc.property(word, word, (surname, name) => {
        const named = entry({ iin: otherIin, names: [`${surname} ${name}`] })
        return screen({ ...client, surname, name, patronymic: '' }, [named]).matches.length === 0
      }),
    )
  })

  test('similarity lies between 0 and 1 and is 1 for equal names', () => {
    fc.assert(
      fc.property(word, word, word, word, (a, b, c, d) => {
        const other = listName(`${c} ${d}`)
        const likeness = other
          ? nameSimilarity(clientName({ surname: a, name: b, patronymic: '' }), other)
          : 0
        const jaro = jaroWinkler(a, b)
        return (
          likeness >= 0 &&
          likeness <= 1 &&
          jaro >= 0 &&
          jaro <= 1 &&
          jaroWinkler(a, a) === 1 &&
          jaroWinkler(b, a) === jaro
        )
      }),
    )
  })
})

test.each([
  ['MARTHA', 'MARHTA', 0.961],
  ['DWAYNE', 'DUANE', 0.84],
  ['DIXON', 'DICKSONX', 0.813],
  ['ABC', 'XYZ', 0],
  ['', '', 0],
])('Jaro-Winkler of %s and %s is the published %d', (a, b, expected) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(expected, 3)
})

test.each([
  [100, 90, 0.1, false],
  [100, 89, 0.1, true],
  [100, 200, 0.1, false],
  [0, 0, 0.1, false],
  [13, 0, 0.5, true],
])(
  'a list going from %i to %i entries with a share of %d is suspicious: %s',
  (before, after, share, suspicious) => {
    expect(shrunkTooMuch(before, after, share)).toBe(suspicious)
  },
)

test('of fifty thousand entries only those of the year of birth are compared', () => {
  const letters = 'абвгдежзиклмнопрст'
  const made = (i: number) =>
    `${letters[i % 18]}${letters[(i * 7) % 18]}дық${letters[(i * 5) % 18]}аров`
  const index = indexEntries(
    Array.from({ length: 50_000 }, (_, i) =>
      entry({
        number: String(i),
        names: [i % 5 === 0 ? `KASSYM ${made(i)} Nurlan` : `${made(i)} Нұрлан Қасымұлы`],
        birthDate: i % 3 === 0 ? null : `${1940 + (i % 70)}-0${1 + (i % 9)}-15`,
        birthYear: 1940 + (i % 70),
      }),
    ),
  )
  let compared = 0
  for (const prepared of [...index.byYear.values(), ...index.undated.values()].flat()) {
    const { names } = prepared
    Object.defineProperty(prepared, 'names', {
      get: () => {
        compared += 1
        return names
      },
    })
  }
  screen(client, index)
  expect(compared).toBe(Math.ceil((50_000 - 45) / 70))
})
