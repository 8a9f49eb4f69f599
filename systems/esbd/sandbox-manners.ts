import type { World } from '../sandbox-kit.ts'
import type { Operation } from './protocol.ts'

/**
 * How this database behaves where the contract leaves it open. What the operator's one does is not
 * known, so the client is tried against each: `behave(world, { notFound: 'fault' })`.
 */
export type Manners = {
  /** What a search that finds nothing answers. */
  notFound: 'empty' | 'null' | 'fault'
  /** False: `online_bool`, which may be left out, is. */
  onlineBool: boolean
  /** What stands in NYEAR: the year, nothing, or the field is not there. */
  year: 'year' | 'empty' | 'left out' | 'zero'
  /** Every list ends with an item that is nil. */
  nilItems: boolean
  /** SearchVehicles finds nothing without a VIN, as the operator's description reads. */
  needsVin: boolean
  /** Added to the price that CalculatePolicyPremium answers. */
  priceOff: number
  /** What SetPolicyRescindingReason answers; below 1 nothing has happened. */
  rescinding: number
  /** Milliseconds that the operation takes. */
  late: { [operation in Operation]?: number }
  /** Faults to come, each once: with this text, before or after the effect. */
  faults: { operation: Operation; text: string; when: 'before' | 'after' }[]
  /** `М` of GetClassText is the Cyrillic letter. */
  cyrillicClass: boolean
  /** Tables that are answered without a row, once. */
  emptyTables: string[]
}
const usual: Manners = {
  notFound: 'empty',
  onlineBool: true,
  year: 'year',
  nilItems: false,
  needsVin: false,
  priceOff: 0,
  rescinding: 1,
  late: {},
  faults: [],
  cyrillicClass: false,
  emptyTables: [],
}

export const shelf = (world: World) => world.store<unknown>('esbd.manners')

export const mannersOf = (world: World): Manners => ({
  ...usual,
  ...Object.fromEntries(shelf(world)),
})

/** From now on; without arguments as at first. */
export function behave(world: World, manners?: Partial<Manners>): void {
  if (!manners) shelf(world).clear()
  for (const [name, value] of Object.entries(manners ?? {})) shelf(world).set(name, value)
}
