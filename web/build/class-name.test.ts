import { expect, test } from 'vitest'
import { className } from './class-name.ts'

test('the classes and the motions of a file have a name each', () => {
  const names = ['draw', 'leave', 'scene', 'wall']
  const css =
    '.scene { animation: leave 1s } .wall { animation: draw 1s } @keyframes draw {} @keyframes leave {}'
  const given = names.map((name) => className(name, 'moment.module.css', css))
  expect(new Set(given).size).toBe(names.length)
  for (const name of given) expect(name).toMatch(/^[A-Za-z][\w-]+$/)
})
