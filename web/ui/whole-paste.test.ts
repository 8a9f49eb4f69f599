import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, '..')

test('a field that takes so many signs and no more says so when a paste has no room', () => {
  const cut = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    // A desk's pages are within its frame, which watches plain fields too.
    .filter((file) => !/^(desks\/|ui\/(saved-views|limited-field|whole-paste)\.)/.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(web, file), 'utf8')
      return [...source.matchAll(/maxLength/g)].flatMap(({ index }) =>
        source.slice(0, index).lastIndexOf('<LimitedField') >
        source.slice(0, index).lastIndexOf('/>')
          ? []
          : [`${file}:${source.slice(0, index).split('\n').length}`],
      )
    })
  expect(cut).toEqual([])
})
