import { createServer } from 'node:http'
import { payInvoice } from '../../sandbox/acts.ts'
import { personOf, vehicleOf } from '../../sandbox/defaults.ts'
import { startSandbox } from '../../sandbox/start.ts'
import type { Invoice } from '../../systems/bank/sandbox.ts'
import { outsideJournal } from '../bench/day/accounting.ts'
import { buyers } from './people.ts'
import { agreed } from './settings.ts'

/**
 * The outside world of a rehearsal, in a container of its own: the sandbox with the agreed secrets.
 * Who gets a bill pays it soon. Port 4413 tells what the outside holds.
 */
const PAYS_AFTER_MS = 300
const PAYS_WITHIN_MS = 1_500

const { world, url, close } = await startSandbox({
  host: '0.0.0.0',
  port: 4410,
  smtpPort: 4411,
  antivirusPort: 4412,
  ...(process.env.PUBLIC_URL ? { site: process.env.PUBLIC_URL } : {}),
  secrets: agreed(process.env),
})
for (const { cars, iin, phone, surname, name, patronymic, birthDate } of buyers) {
  world.people.set(iin, personOf(world, iin, { phone, surname, name, patronymic, birthDate }))
  for (const { plate, techPassport } of cars)
    world.vehicles.set(plate, vehicleOf(world, plate, { techPassport, ownerIin: iin }))
}

const seen = new Set<string>()
setInterval(() => {
  for (const { id, state } of world.store<Invoice>('bank.invoices').values())
    if (state === 'awaiting' && !seen.has(id)) {
      seen.add(id)
      setTimeout(
        () => {
          const bill = world.store<Invoice>('bank.invoices').get(id)
          if (bill?.state === 'awaiting') payInvoice(world, id)
        },
        PAYS_AFTER_MS + Math.random() * PAYS_WITHIN_MS,
      )
    }
}, 200)

createServer((_asked, reply) =>
  reply
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify(outsideJournal(world))),
).listen(4413, '0.0.0.0')
console.log(`outside ${url}`)
for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => void close().finally(() => process.exit(0)))
