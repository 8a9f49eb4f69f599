import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { page, pageNames } from '../pages.ts'
import { frameSheets } from './frame-sheets.ts'

const layouts = join(import.meta.dirname, '../layouts')

/** What the layouts import, from `web/`. */
const imported = readdirSync(layouts)
  .filter((file) => file.endsWith('.tsx'))
  .flatMap((file) => [
    ...readFileSync(join(layouts, file), 'utf8').matchAll(/from '(\S+\.module\.css)'/g),
  ])
  .map(([, path = '']) => join('layouts', path))

test('every style sheet of the layouts, and each they import, is given to the pages of a layout', () => {
  const given = new Set(pageNames.flatMap((name) => frameSheets(page(name).layout)))
  const standing = readdirSync(layouts)
    .filter((file) => file.endsWith('.css'))
    .map((file) => `layouts/${file}`)
  expect([...given].sort()).toEqual([...new Set([...standing, ...imported])].sort())
})
