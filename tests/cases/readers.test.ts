import { expect, test } from 'vitest'
import { Email, Iin, IinOrBin, Phone } from '#contract/fields.ts'
import { Plate } from '#contract/ogpo-calculate.ts'
import { isIban } from '#domain/iban.ts'
import { SIMILAR_WITH_DATE } from '#domain/kyc/kyc.ts'
import { clientName, listName, nameSimilarity } from '#domain/kyc/names.ts'
import { unnamed } from '#domain/person.ts'
import { pasted } from '#tests/typing.ts'
import { plateMask } from '../../web/ui/car-masks.ts'

// What is copied from elsewhere, for every reader of the same kind: the value that is meant, or
// null for what is none and is refused in words.

const taken = (schema: typeof Iin | typeof Phone | typeof Plate | typeof Email, text: string) =>
  schema.safeParse(text).data ?? null

test.each([
  ['Iin', Iin, '850315399904'],
  ['IinOrBin', IinOrBin, '940140000385'],
  ['Phone', Phone, '77010000001'],
  ['Plate', Plate, '123ABC02'],
] as const)('%s: signs that nobody sees are no part of it', (_, schema, value) => {
  for (const sign of ['\u200b', '\u200e', '\u2060', '\ufeff', '\u00ad', '\u202a', '\u00a0'])
    expect([
      taken(schema, sign + value),
      taken(schema, value + sign),
      taken(schema, `${value.slice(0, 3)}${sign}${value.slice(3)}`),
    ]).toEqual([value, value, value])
  expect(isIban('KZ86 125K ZT50 0410 0100\u200b')).toBe(true)
})

test.each(['123 ABC 02 KZ', 'KZ 123 ABC 02', '123авс02kz', '123ABC02-KZ', 'kz123-abc-02'])(
  'the country beside a plate is no part of it: %s',
  (text) => {
    expect(taken(Plate, text)).toBe('123ABC02')
    expect(pasted(plateMask, text).clean).toBe('123ABC02')
  },
)

test.each([
  ['a@mаil.kz', null],
  ['a@gmаil.com', null],
  ['a@почта.кz', null],
  ['а@mail.kz', null],
  ['a@почта.қаз', 'a@почта.қаз'],
  ['a@mail.қаз', 'a@mail.қаз'],
  ['a@my-почта.қаз', null],
])('an address whose word is of two scripts is another one: %s', (text, value) => {
  expect(taken(Email, text)).toBe(value)
})

test.each(['JUMABEKOV JAMBUL', 'DZHUMABEKOV DZHAMBUL', 'DJUMABEKOV DJAMBUL', 'ZHUMABEKOV ZHAMBUL'])(
  'whoever is %s on a list is found by their own spelling',
  (written) => {
    const listed = listName(written)
    const likeness =
      listed &&
      nameSimilarity(clientName({ ...unnamed, surname: 'Жұмабеков', name: 'Жамбыл' }), listed)
    expect(likeness).toBeGreaterThanOrEqual(SIMILAR_WITH_DATE)
  },
)
