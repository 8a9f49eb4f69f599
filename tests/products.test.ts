import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productNames } from '#domain/products.ts'
import { sources } from './boundaries.ts'

/**
 * A product is told by its entries: whoever compares a product's name would stay
 * silent when another one comes.
 */
const names = productNames.join('|')
const COMPARISON = new RegExp(`[=!]==?\\s*'(${names})'|'(${names})'\\s*[=!]==?|case '(${names})'`)

/** Where a comparison is right, with the reason. */
const allowed: Record<string, string> = {
  'documents/render-paper.ts': 'a union of papers: the compiler names one that is not laid out',
  'domain/contract/rules-of.ts': 'a switch without a default: the compiler names a missing product',
  'domain/contract/applied.ts': 'the same',
  'domain/contract/sums.ts': 'the same',
  'server/claims/third-party.ts': 'what happened at home is a neighbour’s harm, else an accident',
  'server/claims/notify.ts': 'only OGPO keeps a phone in the facts of its sale',
  'server/policies/terminations.ts': 'only OGPO ends early; others have ends of their own',
  'server/ogpo/replaced.ts': 'only OGPO is reissued',
  'web/cabinet/data/purchases.tsx': 'the receipt of a policy of OGPO names its number',
}

const comparing = (source: string) => COMPARISON.test(source)

test('no file but the named ones compares the name of a product', () => {
  const found = sources(join(import.meta.dirname, '..'))
    .filter(({ file }) => !/\.(test|e2e)\.tsx?$/.test(file) && !/^(tests|lab)\//.test(file))
    .filter(({ source }) => comparing(source))
    .map(({ file }) => file)
  expect(found.sort()).toEqual(Object.keys(allowed).sort())
})

test.each(productNames)('a comparison with %s is seen', (name) => {
  expect(comparing(`if (order.kind === '${name}') return`)).toBe(true)
  expect(comparing(`'${name}' !== product`)).toBe(true)
  expect(comparing(`.where('kind', '=', '${name}')`)).toBe(false)
})
