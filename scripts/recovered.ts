import pg from 'pg'
import { command } from './backup/places.ts'
import { leaveNumbersFree, markAsRequested } from './backup/recovered.ts'

/**
 * `DATABASE_URL=… npm run recovered`, as the owner, once after the database was recovered from its
 * write-ahead log archive and before the first process starts: leaves numbers free and marks what
 * waits as requested, so that nothing goes out twice. `npm run restore` does the same by itself.
 */
command(async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    await client.query('begin')
    await leaveNumbersFree(client)
    await markAsRequested(client, new Date())
    await client.query('commit')
  } finally {
    await client.end()
  }
  console.log('Numbers are left free; what waits counts as requested.')
  return true
})
