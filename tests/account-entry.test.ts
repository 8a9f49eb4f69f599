import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './boundaries.ts'

/**
 * Who writes how an account that is there is entered, each with its reason. Everybody else goes by
 * `changeEntry`, which logs and tells it.
 */
const writers: Record<string, string> = {
  'server/accounts/account-changes.ts': 'the one way',
  'server/setup/demo-accounts.ts': 'fills the demonstration, whose people are nobody',
  'server/setup/demo-life.ts': 'fills the demonstration, whose people are nobody',
  'server/setup/demo-promoter.ts': 'fills the demonstration, whose people are nobody',
}

/** A statement that writes rows of accounts that are there: an update, or an insert's `on conflict`. */
const STATEMENT =
  /updateTable\('accounts'\)[\s\S]*?\.execute|insertInto\('accounts'\)[\s\S]*?\.execute|\bupdate accounts\b[^`]*`|insert into accounts\b[^`]*`/g
const ENTRY = /\b(phone|email|password_hash|temporary_hash)\b/

/** What a statement sets; a whole row that is not spelled out may set anything. */
function setsEntry(statement: string): boolean {
  if (/^update accounts/.test(statement)) return ENTRY.test(statement.split(/\bwhere\b/)[0] ?? '')
  if (/^insert into/.test(statement))
    return ENTRY.test(/do update set([\s\S]*)/.exec(statement)?.[1] ?? '')
  const set = /\.(?:set|doUpdateSet)\(([\s\S]*?)\n?\s*\)(?:\s*\.|,|\)|$)/.exec(statement)?.[1]
  if (set === undefined) return false
  return ENTRY.test(set) || !/^\s*(\{|\(expression\))/.test(set) || set.includes('...')
}

const found = sources(join(import.meta.dirname, '..')).flatMap(({ file, source }) =>
  file.startsWith('server/') && !file.endsWith('.test.ts')
    ? (source.match(STATEMENT) ?? []).filter(setsEntry).map(() => file)
    : [],
)

test('nobody but one function writes phone, e-mail or passwords of an account', () => {
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(writers).toSorted())
})

test.each([
  "db.updateTable('accounts').set({ phone }).where('id', '=', id).execute()",
  "db.updateTable('accounts').set(row).where('id', '=', id).execute()",
  "db.updateTable('accounts').set({ ...row }).where('id', '=', id).execute()",
  "db\n  .insertInto('accounts')\n  .values(row)\n  .onConflict((c) => c.columns(['iin']).doUpdateSet({ email }))\n  .execute()",
  'sql`update accounts set password_hash = null where id = 1`',
  'sql`insert into accounts (iin) values (1) on conflict do update set email = coalesce(accounts.email, excluded.email)`',
])('a writer is found: %s', (statement) => {
  expect((statement.match(STATEMENT) ?? []).some(setsEntry)).toBe(true)
})

test.each([
  "db.updateTable('accounts').set({ reminders: on }).where('phone', '=', phone).execute()",
  "db.insertInto('accounts').values({ iin, phone }).execute()",
  'sql`insert into accounts (iin, phone) values (1, 2) on conflict do update set locale = excluded.locale`',
])('nothing is a writer that is none: %s', (statement) => {
  expect((statement.match(STATEMENT) ?? []).some(setsEntry)).toBe(false)
})
