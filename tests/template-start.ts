import pg from 'pg'
import { createWorld } from '#sandbox/world.ts'
import { connect } from '#server/db/connect.ts'
import { locks } from '#server/db/locks.ts'
import { importAddresses } from '#server/home/import-addresses.ts'
import { addresses } from '#systems/addresses/client.ts'
import { addressesSandbox } from '#systems/addresses/sandbox.ts'
import { sending, serving } from '#systems/exchange-kit.ts'
import { DAY } from './database.ts'

/**
 * Copies the sandbox's register of addresses into the template, as the job does in the first
 * seconds of an app: else each of two hundred apps would copy the same eight hundred addresses.
 */
export async function copyAddresses(databaseUrl: string): Promise<void> {
  const register = await serving(createWorld({ baseTime: DAY }), addressesSandbox())
  const connections = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const { send } = sending('addresses', { timeoutMs: 30_000 })
  const held = locks(databaseUrl)
  const clock = { now: () => DAY, today: () => '', shifted: () => false, close: () => {} }
  try {
    await importAddresses({
      db: connect(connections),
      clock,
      locks: held,
      systems: {
        addresses: addresses({ address: `${register.address}/addresses`, apiKey: 'sandbox' }, send),
      },
    })
  } finally {
    await held.close()
    await connections.end()
    await register.close()
  }
}
