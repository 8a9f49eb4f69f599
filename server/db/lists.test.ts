import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { defaultLocale, locales } from '#domain/locale.ts'
import { productNames } from '#domain/products.ts'
import { sharedTestApp } from '#tests/test-app.ts'

/** Lists the database has of its own, which no compiler checks: a new language or product. */
const at = sharedTestApp()
const quoted = (text: string) => [...text.matchAll(/'([^']*)'/g)].map(([, word]) => word)

test('every check of a language allows the languages there are, and no other', async () => {
  const { rows } = await sql<{ name: string; rule: string }>`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) ~ '(locale|language)' order by 1`.execute(
    at().db,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'feedback',
    'feedback_replies',
    'idp_sign_ins',
    'insurer_papers',
  ])
  for (const { name, rule } of rows)
    expect({ name, allows: quoted(rule).sort() }).toEqual({ name, allows: [...locales].sort() })
})

test('every check of a product allows what is sold, and nothing else', async () => {
  const { rows } = await sql<{ name: string; rule: string }>`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as rule from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) like ${`%'${productNames[0]}'%`}
    order by 1`.execute(at().db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { name, rule } of rows)
    expect({ name, allows: quoted(rule).sort() }).toEqual({
      name,
      allows: [...productNames].sort(),
    })
})

test('a row that names no language is in that of everybody who chose none', async () => {
  const { rows } = await sql<{ name: string; first: string }>`
    select table_name as name, column_default as first from information_schema.columns
    where column_name in ('locale', 'language') and column_default is not null
      and table_schema = current_schema() order by 1`.execute(at().db)
  expect(rows.length).toBeGreaterThan(0)
  for (const { name, first } of rows)
    expect({ name, first: quoted(first) }).toEqual({ name, first: [defaultLocale] })
})
