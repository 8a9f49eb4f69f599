import { expect, test } from 'vitest'
import { inEveryLanguage } from '#domain/locale.ts'
import { dayFrom } from '#texts/phrases.ts'
import { refusedWords, requiredTerms } from './glossary.ts'
import { pairs, written } from './written.ts'

/** Values that are days, by the names the texts give them. */
const day = '(?:day|date|end|start|from|to|paidUntil|billingOn|againOn|until|close)'

const formatters = 'texts/phrases.ts'
const { kz: inKazakh, ru: inRussian } = inEveryLanguage((language) =>
  written.filter(({ file, locale }) => locale === language && file !== formatters),
)
const where = (found: readonly { file: string; text: string }[]) =>
  found.map(({ file, text }) => `${file}: ${text}`)

test('the texts are found, in both languages', () => {
  expect(inKazakh.length).toBeGreaterThan(2_000)
  expect(inRussian.length).toBeGreaterThan(2_000)
  // Neither words of the company's pages nor replies to begin with stand among the texts.
  expect([...new Set(written.map(({ file }) => file))]).toEqual(
    expect.arrayContaining(['web/content/documents.json', 'server/setup/seed.ts']),
  )
})

test('no ending of a case hangs on a value, a sum or a per cent', () => {
  const endings = [
    'ға',
    'ге',
    'қа',
    'ке',
    'да',
    'де',
    'та',
    'те',
    'дан',
    'ден',
    'тан',
    'тен',
    'нан',
    'нен',
    'ды',
    'ді',
    'ты',
    'ті',
    'ны',
    'ні',
    'ның',
    'нің',
    'дың',
    'дің',
    'тың',
    'тің',
    'ы',
    'і',
    'сы',
    'сі',
    'мен',
    'бен',
    'пен',
  ].join('|')
  const glued = new RegExp(String.raw`(›[₸%]?-?|₸-)(${endings})(?!\p{L})`, 'u')
  expect(where(inKazakh.filter(({ text }) => glued.test(text)))).toEqual([])
})

test('nothing stands bare before «дейін»: a number takes its ending from a word after it', () => {
  expect(where(inKazakh.filter(({ text }) => /[\d›](?: ₸)?\s(дейін|шейін)/u.test(text)))).toEqual(
    [],
  )
})

test('a number sign, a city and what follows them stay on one line', () => {
  const parted = /№ |(?<!\p{L})г\. (?=\p{Lu})/u
  expect(where(written.filter(({ text }) => parted.test(text)))).toEqual([])
})

test('the groups of a number, and a number and its unit, stay on one line', () => {
  const parted = /\d \d{3}(?!\d)|[\d›] (?:КБ|МБ|₸|млн|млрд|МРП|АЕК|км|мс)(?!\p{L})/u
  expect(where(written.filter(({ text }) => parted.test(text)))).toEqual([])
})

test('a screen says «сіз» and «вы» with a small letter, a message to one person with a capital', () => {
  const capital = /(?<=[^.!?…\s]\s)(?:Сіз\p{L}*|Вы|Вас|Вам|Вами|Ваш\p{L}*)(?!\p{L})/u
  const onPages = written.filter(({ file }) => file.startsWith('web/'))
  expect(where(onPages.filter(({ text }) => capital.test(text)))).toEqual([])
})

test('a name and a state are joined by a sign, not put beside one another', () => {
  const glued = /‹[^›]*(name|title|what)[^›]*› ‹[^›]*(state|status|verdict)[^›]*›/i
  expect(where(written.filter(({ text }) => glued.test(text)))).toEqual([])
})

test('«с» becomes «со» before a word that begins with two consonants of its kind', () => {
  const hard =
    /(?<!\p{L})[сС] (втор|вчера|мной|мног|вс[её](х|м|ми|й)?(?!\p{L})|ст[аео]|сч[её]т|с[бвдкклмнптч])/u
  expect(where(inRussian.filter(({ text }) => hard.test(text)))).toEqual([])
  expect([dayFrom.ru('2 декабря'), dayFrom.ru('02.12.2026'), dayFrom.ru('20 декабря')]).toEqual([
    'со 2 декабря',
    'со 02.12.2026',
    'с 20 декабря',
  ])
})

test('a Russian word after a number takes the form of the number', () => {
  const fixed =
    /‹(n|all|count|most|days|hours|seconds|minutes|months|ahead|limit|\w+Limit)› (час|д(е)?н[ьея]|минут|секунд|месяц|лет(?!\p{L})|год|рабоч|знак|цифр|букв|файл|снимк|полис|водител|автомобил|заяв|строк|документ|раз(?!\p{L}))/u
  expect(where(inRussian.filter(({ text }) => fixed.test(text)))).toEqual([])
})

test('the forms of one plural are forms of one word', () => {
  // After five a «год» is «лет».
  const apart = /^(год|лет)/u
  const forms = inRussian.flatMap(({ file, path, text }) => {
    const noun = /\{n\}\s(\p{L}+)/u.exec(text)?.[1] ?? ''
    const [, set, form] = /^(.*)\.(one|few|many|other)$/.exec(path) ?? []
    return form && noun && !apart.test(noun)
      ? [{ set: `${file}${set}`, letter: noun.slice(0, 1) }]
      : []
  })
  expect(forms.length).toBeGreaterThan(200)
  const mixed = [...Map.groupBy(forms, ({ set }) => set)]
    .filter(([, each]) => new Set(each.map(({ letter }) => letter)).size > 1)
    .map(([set, each]) => `${set}: ${each.map(({ letter }) => letter).join(', ')}`)
  expect(mixed).toEqual([])
})

test('money is not promised before it is decided', () => {
  const promised = /выплат\S* (прид[её]т|будет (сделана|выплачена))|прид[её]т страховая выплата/iu
  const settled = /если|одобр|после/iu
  expect(where(inRussian.filter(({ text }) => promised.test(text) && !settled.test(text)))).toEqual(
    [],
  )
  const promisedKz = /сақтандыру төлемі( \S+){0,3} (жасалады|төленеді)/iu
  expect(
    where(inKazakh.filter(({ text }) => promisedKz.test(text) && !/мақұлдан|болса/iu.test(text))),
  ).toEqual([])
})

/** Latin words that a client's text may hold: names, and what everybody calls so. */
const knownLatin = new Set(
  [
    'SMS PDF QR PNG JPEG JPG HEIC iPhone eGov eOtinish Home IBAN Visa Mastercard Halyk ePay Apple Google Wallet Qorgan',
    'VIN ID UTC RFID KZ AF ABC I II III IV V VIII M M1 M2 adilet.zan.kz elicense.kz JSON CSV XLS XLSX MT940 Freedom JavaScript',
  ].flatMap((line) => line.split(' ')),
)

test('a client reads no English', () => {
  const office = /^web\/(desks|reports|portal|pages\/(ui|promoter)|ui\/(job|picked))/
  const foreign = written
    .filter(({ file }) => !office.test(file))
    .flatMap(({ file, text }) =>
      [...text.replaceAll(/‹[^›]*›|\{\w+\}|https?:\S+/g, ' ').matchAll(/[A-Za-z][A-Za-z0-9.]*/g)]
        .map(([word]) => word.replace(/\.$/, ''))
        .filter((word) => !knownLatin.has(word))
        .map((word) => `${file}: ${word}: ${text}`),
    )
  expect(foreign).toEqual([])
})

test('a paper names a car by the words of the law', () => {
  const paper = /^texts\/(pdf|home-pdf|claim-paper|accident-notice|template-forms)/
  expect(
    where(written.filter(({ file, text }) => paper.test(file) && /госномер/i.test(text))),
  ).toEqual([])
})

test('a day does not stand bare before a verb: a formatter says what it means', () => {
  const bare = new RegExp(
    String.raw`(?<!–)‹(?:${day}|time)› (?!ж\.|жыл|нұсқасы)\p{Script=Cyrillic}`,
    'u',
  )
  expect(where(inKazakh.filter(({ text }) => bare.test(text)))).toEqual([])
  const byHand = new RegExp(
    String.raw`(?<!\p{L})(до|с|по|от) ‹${day}›(?! –)|‹${day}› включительно`,
    'iu',
  )
  const apart = inRussian.filter(({ text }) => !/(версия|редакция|№\s‹number›) от ‹/.test(text))
  expect(where(apart.filter(({ text }) => byHand.test(text)))).toEqual([])
})

test('per cent stands at its number in Kazakh, after a no-break space in Russian, and one formatter writes it', () => {
  expect(where(inKazakh.filter(({ text }) => /[\d›]\s%/u.test(text)))).toEqual([])
  expect(where(inRussian.filter(({ text }) => /[\d›](?:%| %)/u.test(text)))).toEqual([])
  expect(where(written.filter(({ text }) => /›\s?%/u.test(text)))).toEqual([])
})

test('a date in Russian ends with a dot of its own: no sentence ends with one', () => {
  // In messages days are figures.
  const onPages = inRussian.filter(({ file }) => file.startsWith('web/'))
  expect(where(onPages.filter(({ text }) => /‹(day|date)›\.(?!\d)/.test(text)))).toEqual([])
})

test.each(refusedWords.kz)('Kazakh does not say %s but %s', (wrong) => {
  expect(where(inKazakh.filter(({ text }) => wrong.test(text)))).toEqual([])
})

test.each(refusedWords.ru)('Russian does not say %s but %s', (wrong) => {
  expect(where(inRussian.filter(({ text }) => wrong.test(text)))).toEqual([])
})

test('no rule ends a word by \\b, which sees no letter of ours', () => {
  const rules = [...refusedWords.kz, ...refusedWords.ru, ...requiredTerms].flat()
  expect(rules.filter((rule) => rule instanceof RegExp && rule.source.includes('\\b'))).toEqual([])
})

test.each(requiredTerms)('what is %s in Russian is %s in Kazakh', (ru, kz) => {
  const matching = pairs.filter((pair) => ru.test(pair.ru))
  expect(matching.length).toBeGreaterThan(0)
  expect(
    matching.filter((pair) => !kz.test(pair.kz)).map((pair) => `${pair.place}: ${pair.kz}`),
  ).toEqual([])
})

test('the ending of a Kazakh word keeps the harmony of its stem', () => {
  const back = /[әөүіе][^аоұыэяёюуиәөүіе]*(ға|қа|лар|дар|тар|дан|тан|нан|ның|дың|тың|мыз|ңыз)$/u
  const front = /[аоұы][^аоұыэяёюуиәөүіе]*(ге|ке|лер|дер|тер|ден|тен|нен|нің|дің|тің|міз|ңіз)$/u
  // «Банк» is soft; the others are stems that only end like it.
  const apart = /^(банк|бухгалтер|түркістан)/
  const broken = inKazakh.flatMap(({ file, text }) =>
    [
      ...text
        .replaceAll(/‹[^›]*›/g, ' ')
        .toLowerCase()
        .matchAll(/\p{Script=Cyrillic}+/gu),
    ]
      .map(([word]) => word)
      .filter((word) => (back.test(word) || front.test(word)) && !apart.test(word))
      .map((word) => `${file}: ${word}`),
  )
  expect(broken).toEqual([])
})

test('no word mixes the letters of two scripts', () => {
  const mixed = /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u
  const values = /‹[^›]*›/g
  expect(where(written.filter(({ text }) => mixed.test(text.replaceAll(values, ' '))))).toEqual([])
})
