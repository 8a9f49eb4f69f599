import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, sources } from './boundaries.ts'
import { webWall } from './boundaries-web.ts'

const imports = sources(join(import.meta.dirname, '..'))
  .filter(({ file }) => file.startsWith('web/') && !file.includes('.test.'))
  .flatMap(({ file, source }) => importsOf(file, source))

test('no page imports another, no feature one it has no reason for', () => {
  expect(imports.length).toBeGreaterThan(1_000)
  expect(
    imports.flatMap((one) =>
      webWall(one) ? [`${one.file} → ${one.target}: ${webWall(one)}`] : [],
    ),
  ).toEqual([])
})

test.each([
  ['web/pages/kyc/page.tsx', "import words from '../staff-users/texts.ts'"],
  ['web/purchase/flow.ts', "import { head } from '../pages/index/page.tsx'"],
  ['web/claims/form.ts', "import { Desk } from '../desks/desk.tsx'"],
  ['web/ui/button.tsx', "import { Desk } from '../desks/desk.tsx'"],
  ['web/texts.ts', "import { plateWords } from './purchase/plate-words.ts'"],
  ['web/portal/frame.tsx', "import { x } from '../somewhere-new/x.ts'"],
  ['web/sale/model/wire.ts', "import { buy } from '../calls.ts'"],
  ['web/sale/model/wire.ts', "import { useLocale } from '../../texts.ts'"],
])('%s may not say %s', (file, source) => {
  expect(importsOf(file, source).map(webWall)).not.toContain(null)
})

test('a part of a page comes by the `lazy` that outlives a lost connection', () => {
  const found = sources(join(import.meta.dirname, '..')).flatMap(({ file, source }) =>
    file.startsWith('web/') && /\blazy\b[^}]*\} from 'react'/.test(source) ? [file] : [],
  )
  expect(found).toEqual(['web/lazy.ts'])
})

test('the model of the purchase is pure', () => {
  const model = sources(join(import.meta.dirname, '..')).filter(
    ({ file }) => file.startsWith('web/sale/model/') && !file.includes('.test.'),
  )
  expect(model.length).toBeGreaterThan(5)
  for (const { file, source } of model)
    expect([file, /from 'react|await |fetch\(|localStorage|document\./.test(source)]).toEqual([
      file,
      false,
    ])
})
