import type { ListEntry, Screened } from '#domain/kyc/kyc.ts'
import { inLatin } from '#domain/kyc/names.ts'

/**
 * Synthetic people, a watch list of some of them, and questions about both with the answer known:
 * names spelled as registers, passports and people spell them. The same seed makes the same people.
 * Invented from common names; the IINs have no right check digit on purpose.
 */
export type Question = { kind: string; person: Screened; listed: boolean }

/** Mulberry32: small, seeded, good enough to shuffle names. */
function chance(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)] as T }
}
type Chance = ReturnType<typeof chance>

const men =
  'Нұрлан Ерлан Дәурен Бауыржан Қайрат Әлихан Мұрат Серік Асқар Жандос Тимур Руслан Айдос Бекзат Ғалым Өмірбек Ұлан Нұрсұлтан Қуаныш Ербол Мейрам Дәулет Жасұлан Сұңғат Төлеген Арман Санжар Олжас Мәди Хамит Ысқақ Шыңғыс Абылай Еркебұлан Мирас'.split(
    ' ',
  )
const women =
  'Айгүл Гүлнәр Динара Жанар Әсел Мәдина Сәуле Қарлығаш Айнұр Бағила Шолпан Ұлжан Өркен Ләззат Назгүл Меруерт Ботагөз Күләш Раушан Толқын Ақмарал Зәуре Гаухар Інжу Наталья Светлана Юлия Жібек Перизат Аяулым'.split(
    ' ',
  )
const fathers =
  'Серік Бақыт Арман Қасым Болат Жұмабек Сәбит Төлеу Ғабит Әбіл Мұхтар Өтеген Нығмет Ерғали Жақсылық Қадыр Сапар Тұрсын Ораз Хасен Ысқақ Шәкен Берік Марат Дүйсен'.split(
    ' ',
  )
const stems =
  'Ахмет Сейіт Тұрсын Әбдіқадыр Жұмабай Қасым Ермек Нұрпейіс Байжан Сәдуақас Өтеген Мұқан Досжан Ысмайыл Қараба Шәріп Төлеген Ғабдуллин Хамзин Сүлеймен Жүсіп Ибрагим Есенғали Кенжебек Бекмұхамбет Рахым Смағұл Оспан Әлімжан Қожахмет Юсуп Яхья Цой Щукин Чернов Журавлёв Эм'.split(
    ' ',
  )

type Human = Screened & { woman: boolean; father: string; stem: string }

function human(by: Chance): Human {
  const woman = by.below(2) === 0
  const stem = by.of(stems)
  const father = by.of(fathers)
  const surname = /(?:ин|ой|Эм|ов|ёв)$/.test(stem)
    ? woman && /(?:ин|ов|ёв)$/.test(stem)
      ? `${stem}а`
      : stem
    : `${stem}ов${woman ? 'а' : ''}`
  const year = 1950 + by.below(55)
  const birthDate = `${year}-${String(1 + by.below(12)).padStart(2, '0')}-${String(1 + by.below(28)).padStart(2, '0')}`
  const century = (year < 2000 ? 3 : 5) + (woman ? 1 : 0)
  const iin = `${birthDate.slice(2, 4)}${birthDate.slice(5, 7)}${birthDate.slice(8)}${century}${String(by.below(100_000)).padStart(5, '0')}`
  return {
    iin,
    surname,
    name: by.of(woman ? women : men),
    patronymic: `${father}${woman ? 'қызы' : 'ұлы'}`,
    birthDate,
    woman,
    father,
    stem,
  }
}

const pairs: Record<string, string> = {
  Ә: 'А',
  Ғ: 'Г',
  Қ: 'К',
  Ң: 'Н',
  Ө: 'О',
  Ұ: 'У',
  Ү: 'У',
  Һ: 'Х',
  І: 'И',
  Ё: 'Е',
}
/** As somebody without the Kazakh letters types it. */
const inRussian = (text: string): string =>
  text.replaceAll(/[ӘҒҚҢӨҰҮҺІЁәғқңөұүһіё]/g, (letter) => {
    const plain = pairs[letter.toUpperCase()] ?? letter
    return letter === letter.toUpperCase() ? plain : plain.toLowerCase()
  })
const english: Record<string, string> = { ZH: 'J', Y: 'I', KH: 'H', IU: 'YU', IA: 'YA' }
const inEnglish = (text: string): string =>
  inLatin(text).replaceAll(/ZH|KH|IU|IA/g, (letters) => english[letters] ?? letters)

const MARRIED = 'another surname, the same IIN'
/** What is written differently about a person who is on the list. */
const variants: Record<string, (person: Human, by: Chance) => Partial<Screened>> = {
  [MARRIED]: (_, by) => ({ surname: by.of(stems) }),
  'as on the list': () => ({}),
  'without the Kazakh letters': ({ surname, name, patronymic }) => ({
    surname: inRussian(surname),
    name: inRussian(name),
    patronymic: inRussian(patronymic),
  }),
  'Russian patronymic': ({ woman, father }) => ({
    patronymic: `${inRussian(father)}${woman ? 'овна' : 'ович'}`,
  }),
  'patronymic in two words': ({ woman, father }) => ({
    patronymic: `${father} ${woman ? 'қызы' : 'ұлы'}`,
  }),
  'no patronymic': () => ({ patronymic: '' }),
  'surname and name exchanged': ({ surname, name }) => ({ surname: name, name: surname }),
  'Latin, passport': ({ surname, name, patronymic }) => ({
    surname: inLatin(surname),
    name: inLatin(name),
    patronymic: inLatin(patronymic),
  }),
  'Latin, English way': ({ surname, name, patronymic }) => ({
    surname: inEnglish(surname),
    name: inEnglish(name),
    patronymic: inEnglish(patronymic),
  }),
  'Latin letters among Cyrillic': ({ surname, name }) => ({
    surname: surname.replaceAll('а', 'a').replaceAll('о', 'o'),
    name: name.replaceAll('е', 'e'),
  }),
  'one letter lost': ({ surname }, by) => {
    const at = 2 + by.below(Math.max(1, surname.length - 3))
    return { surname: surname.slice(0, at) + surname.slice(at + 1) }
  },
  'two letters exchanged': ({ name }, by) => {
    const at = 1 + by.below(Math.max(1, name.length - 2))
    return {
      name: name.slice(0, at) + (name[at + 1] ?? '') + (name[at] ?? '') + name.slice(at + 2),
    }
  },
}
/** Innocent people who look like somebody on the list. */
const others: Record<string, (person: Human, by: Chance) => Screened | null> = {
  stranger: (_, by) => human(by),
  'namesake of another year': (person) => ({
    ...person,
    iin: '000000000000',
    birthDate: `${Number(person.birthDate.slice(0, 4)) + 7}${person.birthDate.slice(4)}`,
  }),
  'same date, another name': (person, by) => ({ ...human(by), birthDate: person.birthDate }),
  twin: (person, by) => {
    const name = by.of(person.woman ? women : men)
    // A name as near as Серік and Берік cannot be told apart from a misspelling.
    return name.slice(0, 2) === person.name.slice(0, 2) || name.slice(-3) === person.name.slice(-3)
      ? null
      : { ...person, iin: '000000000000', name }
  },
}

/** A list of `size / 5` people and `size` questions about them and about others, half and half. */
export function namesAndQuestions(
  size: number,
  seed: number,
): { entries: ListEntry[]; questions: Question[] } {
  const by = chance(seed)
  const listed = Array.from({ length: Math.max(20, Math.round(size / 5)) }, () => human(by))
  const forms = ['iin', 'cyrillic', 'latin', 'year'] as const
  const entries = listed.map((person, at): ListEntry => {
    const form = forms[at % forms.length] ?? 'cyrillic'
    const full = [person.surname, person.name, person.patronymic].join(' ')
    return {
      list: 'TEST',
      number: String(at + 1),
      kind: 'person',
      names: [form === 'latin' ? inLatin(full) : full.toUpperCase()],
      weakNames: [],
      iin: form === 'iin' ? person.iin : null,
      birthDate: form === 'year' ? null : person.birthDate,
      birthYear: Number(person.birthDate.slice(0, 4)),
      note: '',
    }
  })
  const withIin = listed.filter((_, at) => forms[at % forms.length] === 'iin')
  const withoutIin = listed.filter((_, at) => forms[at % forms.length] !== 'iin')
  const taken = new Set(
    listed.map(({ surname, name, birthDate }) => `${surname} ${name} ${birthDate}`),
  )
  const questions: Question[] = []
  while (questions.length < size) {
    const [kindOfListed = '', vary] = by.of(Object.entries(variants))
    const person = by.of(kindOfListed === MARRIED ? withIin : withoutIin)
    if (questions.length % 2 === 0) {
      // Whose IIN is on the list is found by it; what a name is worth shows where it is not.
      questions.push({
        kind: kindOfListed,
        listed: true,
        person: { ...person, ...vary?.(person, by) },
      })
    } else {
      const [kind = '', make] = by.of(Object.entries(others))
      const made = make?.(person, by)
      if (made && !taken.has(`${made.surname} ${made.name} ${made.birthDate}`))
        questions.push({ kind, listed: false, person: made })
    }
  }
  return { entries, questions }
}

export type Score = { kind: string; listed: boolean; asked: number; right: number }

/** Precision and recall of a matcher over the questions, and how each kind of them fared. */
export function scoreOf(questions: readonly Question[], found: (person: Screened) => boolean) {
  const kinds = new Map<string, Score>()
  let hits = 0
  let falseHits = 0
  let misses = 0
  for (const { kind, person, listed } of questions) {
    const hit = found(person)
    if (hit && listed) hits += 1
    if (hit && !listed) falseHits += 1
    if (!hit && listed) misses += 1
    const score = kinds.get(kind) ?? { kind, listed, asked: 0, right: 0 }
    score.asked += 1
    if (hit === listed) score.right += 1
    kinds.set(kind, score)
  }
  return {
    precision: hits / Math.max(1, hits + falseHits),
    recall: hits / Math.max(1, hits + misses),
    kinds: [...kinds.values()],
  }
}
