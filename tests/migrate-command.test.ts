import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from './http.ts'
import { sharedTestApp } from './test-app.ts'

/** `npm run migrate` where an operator has something to mend. */

const at = sharedTestApp()

const migrated = (DATABASE_URL?: string, role = '') => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '..', 'scripts', 'migrate.ts')],
    {
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        DATABASE_ROLE: role,
        ...(DATABASE_URL ? { DATABASE_URL } : {}),
      },
    },
  )
  return { status, said: stderr.trim().split('\n') }
}

test.each([
  ['no address', undefined],
  ['an address of something else', 'mysql://owner@database/qorgan'],
])('%s: says what is wanted, and no stack', (_what, url) => {
  expect(migrated(url)).toEqual({
    status: 1,
    said: [
      'Nothing was migrated.',
      '  - DATABASE_URL: the database as its owner, postgres://owner:password@host/name',
    ],
  })
})

test('a role that nobody made', async () => {
  expect(migrated(at().databaseUrl, 'nobody_made_it')).toEqual({
    status: 1,
    said: ['Nothing was migrated.', '  - DATABASE_ROLE: there is no role nobody_made_it'],
  })
})

test('a database that is not there: says so by the name of the setting, and no password', async () => {
  const url = `postgres://owner:a-password@127.0.0.1:${await freePort()}/qorgan`
  expect(migrated(url)).toEqual({
    status: 1,
    said: ['Nothing was migrated.', '  - DATABASE_URL: no answer (ECONNREFUSED)'],
  })
})
