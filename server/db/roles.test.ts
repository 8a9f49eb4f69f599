import { randomBytes } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { copyOfTemplate, onDatabase } from '#tests/database.ts'
import { ordered, paysBill, purchaseToken, settled } from '#tests/sale.ts'
import { testAppOn } from '#tests/test-app.ts'
import { databaseProblems, pool } from './connect.ts'
import { grantToProcesses, isMigrated, mayChangeSchema } from './migrate.ts'

/**
 * A database of its own and a role that has been given what a process needs; `as` is an address
 * under that role.
 */
async function withRole() {
  const [root, name] = [inject('databaseUrl'), `t_${randomBytes(6).toString('hex')}`]
  const admin = pool(root, 1)
  await admin.query(copyOfTemplate(name))
  await admin.query(`create role ${name} login password '${name}'`)
  const owner = pool(onDatabase(root, name), 2)
  onTestFinished(async () => {
    await owner.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  })
  // As machines that start together do.
  await Promise.all([grantToProcesses(owner, name), grantToProcesses(owner, name)])
  return { owner, as: onDatabase(root, name).replace(/\/\/[^@]*@/, `//${name}:${name}@`) }
}

test('under the role of the processes policies are sold, and neither the schema nor the books can be changed', async () => {
  const { owner, as } = await withRole()
  const at = await testAppOn(as)
  const token = await purchaseToken(at)
  const { orderId } = await ordered(at, token)
  await paysBill(at)
  expect(await settled(at, token, orderId)).toMatchObject({ data: { status: 'issued' } })

  const process = pool(as, 1)
  onTestFinished(() => process.end())
  expect(await mayChangeSchema(owner)).toBe(true)
  expect(await mayChangeSchema(process)).toBe(false)
  expect(await isMigrated(process)).toBe(true)
  for (const statement of [
    'create table loot (id int)',
    'alter table ledger disable trigger all',
    'drop trigger ledger_append_only on ledger',
    'update ledger set amount = 0',
    'delete from audit',
    'truncate orders',
    "insert into migrations (name) values ('999-mine.sql')",
    'create schema mine',
  ])
    await expect(process.query(statement), statement).rejects.toMatchObject({ code: '42501' })
})

test('a database nobody has migrated is known as such', async () => {
  const [root, name] = [inject('databaseUrl'), `t_${randomBytes(6).toString('hex')}`]
  const admin = pool(root, 1)
  await admin.query(`create database ${name} template template0`)
  const empty = pool(onDatabase(root, name), 1)
  onTestFinished(async () => {
    await empty.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  expect(await isMigrated(empty)).toBe(false)
  expect(await databaseProblems(onDatabase(root, name), 'asynchronous')).toEqual([
    'DATABASE_URL: not migrated yet; run `npm run migrate` as the owner',
  ])
  const nowhere = 'postgres://qorgan:word-of-theirs@127.0.0.1:1/qorgan'
  expect(await databaseProblems(nowhere, 'asynchronous')).toEqual([
    'DATABASE_URL: no answer (ECONNREFUSED)',
  ])
})
