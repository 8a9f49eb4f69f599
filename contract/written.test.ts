import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract, uploads } from './index.ts'

/** Texts that no person reads: we look them up or compare them with ours. */
const lookedUp = /\.(?:key|visit|orderId|order_id|password|content|code|insurer|list)$/

/** Yields every text of a call that must not be empty, by its path. */
function* textsOf(schema: z.core.$ZodType, path: string): Generator<[string, z.ZodString]> {
  if (schema instanceof z.ZodString) {
    if ((schema.minLength ?? 0) > 0) yield [path, schema]
  } else if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape))
      yield* textsOf(field as z.ZodType, `${path}.${name}`)
  else if (schema instanceof z.ZodArray) yield* textsOf(schema.element, `${path}[]`)
  else if (schema instanceof z.ZodRecord) yield* textsOf(schema.valueType, `${path}.*`)
  else if (schema instanceof z.ZodUnion)
    for (const option of schema.options) yield* textsOf(option, path)
  else if (schema instanceof z.ZodPipe) yield* textsOf(schema.in, path)
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    yield* textsOf(schema.unwrap(), path)
}
const texts = Object.entries({ ...contract, ...uploads }).flatMap(([name, { body }]) =>
  [...textsOf(body, name)].filter(([path]) => !lookedUp.test(path)),
)

test.each([
  ['no-break space', '\u00a0'],
  ['no width', '\u200b'],
  ['a mark of direction', '\u200f'],
  ['a soft hyphen', '\u00ad'],
  ['Hangul filler', '\u3164'],
  ['a blank of braille', '\u2800'],
  ['a tag', '\u{e0020}'],
])('nothing to see is no text, wherever one has to be: %s', (_, sign) => {
  expect(texts.length).toBeGreaterThan(60)
  const taken = texts.flatMap(([path, schema]) => {
    const least = Math.max(schema.minLength ?? 1, 1)
    // A blank between two words is one, however long.
    const inside = sign === '\u00a0' ? 'а' : `а${sign.repeat(least)}${least > 1 ? 'б' : ''}`
    return [sign.repeat(least), inside].some(
      (text, index) => (index === 0 || least > 2) && schema.safeParse(text).success,
    )
      ? [path]
      : []
  })
  expect(taken).toEqual([])
})

test('a text that is seen stays as it was written, without what stands around it', () => {
  const [, name] = texts.find(([path]) => path === 'feedbackForm.name') ?? []
  expect(name?.parse('\u200b Әсел\u00a0Нұр\u3164')).toBe('Әсел\u00a0Нұр')
})
