import { expect, test } from 'vitest'
import { inEveryLanguage } from '#domain/locale.ts'
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
})

test('no ending of a case hangs on a value, a sum or a per cent', () => {
  const endings = [
    ...['ға', 'ге', 'қа', 'ке', 'да', 'де', 'та', 'те', 'дан', 'ден', 'тан', 'тен', 'нан', 'нен'],
    ...['ды', 'ді', 'ты', 'ті', 'ны', 'ні', 'ның', 'нің', 'дың', 'дің', 'тың', 'тің'],
    ...['ы', 'і', 'сы', 'сі', 'мен', 'бен', 'пен'],
  ].join('|')
  const glued = new RegExp(String.raw`(›[₸%]?-?|₸-)(${endings})(?!\p{L})`, 'u')
  expect(where(inKazakh.filter(({ text }) => glued.test(text)))).toEqual([])
})

test('a day does not stand bare before a verb: a formatter says what it means', () => {
  const bare = new RegExp(String.raw`(?<!–)‹${day}› (?!ж\.|жыл|нұсқасы)\p{Script=Cyrillic}`, 'u')
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

test.each(requiredTerms)('what is %s in Russian is %s in Kazakh', (ru, kz) => {
  const matching = pairs.filter((pair) => ru.test(pair.ru))
  expect(matching.length).toBeGreaterThan(0)
  expect(
    matching.filter((pair) => !kz.test(pair.kz)).map((pair) => `${pair.place}: ${pair.kz}`),
  ).toEqual([])
})

test('no word mixes the letters of two scripts', () => {
  const mixed = /\p{Script=Cyrillic}\p{Script=Latin}|\p{Script=Latin}\p{Script=Cyrillic}/u
  const values = /‹[^›]*›/g
  expect(where(written.filter(({ text }) => mixed.test(text.replaceAll(values, ' '))))).toEqual([])
})
