import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { page, pageNames } from '../pages.ts'
import { frameSheets } from './frame-sheets.ts'

test('every style sheet of the layouts is given to the pages of a layout', () => {
  const given = new Set(pageNames.flatMap((name) => frameSheets(page(name).layout)))
  const standing = readdirSync(join(import.meta.dirname, '../layouts'))
    .filter((file) => file.endsWith('.css'))
    .map((file) => `layouts/${file}`)
  expect([...given].sort()).toEqual(standing.sort())
})
