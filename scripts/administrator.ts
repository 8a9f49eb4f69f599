import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isIin } from '#domain/iin.ts'
import { connect, pool } from '#server/db/connect.ts'
import { makeFirstAdministrator } from '#server/users/first-administrators.ts'

/**
 * `npm run administrator -- --iin … --phone 77… --surname … --name … [--patronymic …]` with
 * `DATABASE_URL`: makes one of the first two administrators and prints a temporary password, good
 * for a day. Their phone gets the code of the sign-in.
 */
const { values } = parseArgs({
  options: {
    iin: { type: 'string' },
    phone: { type: 'string' },
    surname: { type: 'string' },
    name: { type: 'string' },
    patronymic: { type: 'string', default: '' },
  },
})
const Person = z.object({
  iin: z.string().refine((iin) => isIin(iin), 'not an IIN'),
  phone: z.string().regex(/^7\d{10}$/, 'eleven digits that begin with 7'),
  surname: z.string().trim().min(1),
  name: z.string().trim().min(1),
  patronymic: z.string().trim(),
})
const Address = z.string().startsWith('postgres')

const [read, address] = [Person.safeParse(values), Address.safeParse(process.env.DATABASE_URL)]
if (!read.success || !address.success) {
  for (const { path, message } of read.error?.issues ?? [])
    console.error(`--${path.join('.')}: ${message}`)
  if (!address.success) console.error('DATABASE_URL: the address of the database')
  process.exit(1)
}
const connections = pool(address.data, 1)
try {
  const password = await makeFirstAdministrator(connect(connections), read.data, new Date())
  console.log(`Sign in at /staff/orders with the IIN and this password, within a day: ${password}`)
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  process.exitCode = 1
} finally {
  await connections.end()
}
