import { expect, test } from 'vitest'
import { rewritten, withoutImports } from './brought-parts.ts'

const code = (table: string, ...calls: string[]) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${table})))=>i.map(i=>d[i]);\n${calls
    .map((call) => `p(()=>import("./x.js"),__vite__mapDeps([${call}]))`)
    .join()}`

test('what a script has brought is asked for no more, the rest keeps its meaning', () => {
  expect(
    rewritten(
      code('["assets/a.js","assets/base.js","assets/base.css","assets/a.css"]', '0,1,2,3', '1,2'),
      new Set(['assets/base.js', 'assets/base.css']),
    ),
  ).toBe(code('["assets/a.js","assets/a.css"]', '0,1', ''))
})

test('a script that loads nothing later stays as it is', () => {
  expect(rewritten('export const a = 1', new Set(['assets/base.js']))).toBe('export const a = 1')
})

test('a script that has nothing but styles is not loaded', () => {
  expect(withoutImports('import"./empty.js";import{a}from"./a.js";', ['assets/empty.js'])).toBe(
    'import{a}from"./a.js";',
  )
})
