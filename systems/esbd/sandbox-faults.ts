import type { World } from '../sandbox-kit.ts'
import type { Operation } from './protocol.ts'
import { mannersOf, shelf } from './sandbox-manners.ts'

/** Takes the fault that waits for this operation off the list. */
export function faultDue(
  world: World,
  operation: Operation,
  when: 'before' | 'after',
): string | null {
  const { faults } = mannersOf(world)
  const due = faults.find((one) => one.operation === operation && one.when === when)
  if (!due) return null
  shelf(world).set(
    'faults',
    faults.filter((one) => one !== due),
  )
  return due.text
}

/** True once for a table that is to be answered without rows. */
export function emptyOnce(world: World, table: string): boolean {
  const { emptyTables } = mannersOf(world)
  if (!emptyTables.includes(table)) return false
  shelf(world).set(
    'emptyTables',
    emptyTables.filter((one) => one !== table),
  )
  return true
}
