import { isBin, isIin } from '#domain/iin.ts'
import type { Variant } from '#domain/ogpo/limits.ts'
import * as refusals from '#domain/refusals.ts'
import type { Consent } from './consent.ts'

/**
 * The purchase as tables of fields: a row says everything that is to be known of a field, so that
 * the state, the wire, the blame, the checks and the draft of every view follow from it.
 */
export type Field = {
  /**
   * What stands there before anybody has said anything; in a draft kept before the field was, too.
   */
  empty: unknown
  /**
   * The last part of the id of its element: `driver-<row>-licence`. Without: nowhere to be seen.
   */
  id?: string
  /** Its name in the row's own object on the wire, and what goes there; undefined: nothing. */
  wire?: string
  send?: (value: never) => unknown
  /** Codes of refusals that name the row and mean this very field. */
  refusals?: readonly number[]
  /** What is wrong with it: a key of texts/fields.ts. What the law says is `checkShape`'s. */
  check?: (value: never) => string | null
  /** The input that asks for it, in every view; what is asked otherwise the views draw. */
  input?: Input
  /** What was said with the person: another IIN makes it empty again. */
  ofPerson?: true
}
export type Input = 'iin' | 'owner' | 'licence' | 'plate' | 'tech-passport' | 'phone'
export type Fields = Record<string, Field>
/** Fields of a table that are typed in. */
export type InputKey<Table extends Fields> = {
  [Key in keyof Table & string]: Table[Key] extends { input: Input } ? Key : never
}[keyof Table & string]
/** What a row of these fields holds. */
export type Values<Table extends Fields> = { -readonly [Key in keyof Table]: Table[Key]['empty'] }

const holds = <Value, const More extends object>(empty: Value, more: More) => ({ empty, ...more })
const text = <const More extends object>(more: More) => holds('' as string, more)
const mark = <const More extends object>(more: More) => holds(false as boolean, more)
/** Yes, no, or nothing said. */
const answer = <const More extends object>(more: More) => holds(null as boolean | null, more)
/** Goes to the wire where something was said. */
const said = <Value>(value: Value): Exclude<Value, '' | null> | undefined =>
  value === '' || value === null ? undefined : (value as Exclude<Value, '' | null>)
const always = <Value>(value: Value): Value => value

/** Whole numbers of a person or an organisation only. */
export const isOwner = (owner: string): boolean => isIin(owner) || isBin(owner)

/** Who signs the contract. Their licence goes with their own row among the drivers. */
export const policyholderFields = {
  iin: text({ id: 'iin', wire: 'iin', send: always<string>, input: 'iin' }),
  phone: text({
    id: 'phone',
    wire: 'phone',
    send: always<string>,
    refusals: [refusals.phoneNotLinked],
    input: 'phone',
  }),
  email: text({ id: 'email' }),
  willDrive: mark({ id: 'willDrive', wire: 'willDrive', send: always<boolean> }),
  licenceNumber: text({ id: 'licence', input: 'licence' }),
  privilege: mark({ id: 'privilege', wire: 'privilege', send: always<boolean>, ofPerson: true }),
  experienced: answer({
    id: 'experience',
    wire: 'experienceOver2Years',
    send: said<boolean | null>,
    refusals: [refusals.experienceImpossible],
    ofPerson: true,
  }),
} satisfies Fields

export const driverFields = {
  iin: text({ id: 'iin', wire: 'iin', send: always<string>, input: 'iin' }),
  licenceNumber: text({
    id: 'licence',
    wire: 'driverLicenseNumber',
    send: said<string>,
    refusals: [refusals.licenceNotFound, refusals.licenceExpired],
    input: 'licence',
  }),
  privilege: mark({ id: 'privilege', wire: 'privilege', send: always<boolean>, ofPerson: true }),
  /** Two years or more, as the driver says. */
  experienced: answer({
    id: 'experience',
    wire: 'experienceOver2Years',
    send: said<boolean | null>,
    refusals: [refusals.experienceImpossible],
    ofPerson: true,
  }),
  /** Where 1414 asks for the consent. */
  phone: text({ id: 'phone', refusals: [refusals.phoneNotLinked], input: 'phone' }),
  consent: holds({ kind: 'none' } as Consent, {
    id: 'consent',
    refusals: [refusals.consentMissing],
    ofPerson: true,
  }),
} satisfies Fields

export const carFields = {
  plate: text({ id: 'plate', wire: 'registrationNumber', send: always<string>, input: 'plate' }),
  techPassport: text({
    id: 'techPassport',
    wire: 'techPassport',
    send: always<string>,
    input: 'tech-passport',
  }),
  /** IIN or BIN, asked for where the car is not found without. */
  owner: text({
    id: 'owner',
    wire: 'ownerIin',
    send: (owner: string): string | undefined => (isOwner(owner) ? owner : undefined),
    input: 'owner',
  }),
} satisfies Fields

/** When, with whom and instead of what; a mark that is not set does not go. */
export const termFields = {
  start: text({ id: 'start', wire: 'dateStart', send: always<string> }),
  months: holds(0 as number, { id: 'months', wire: 'period', send: always<number> }),
  variant: holds(null as Variant | null, {
    id: 'variant',
    wire: 'variant',
    send: said<Variant | null>,
  }),
  ogpoPlus: answer({ id: 'ogpoPlus', wire: 'ogpoPlus', send: said<boolean | null> }),
  insurer: text({ id: 'insurer', wire: 'insurer', send: said<string> }),
  /** Shown as the choice of months it opens. */
  seasonal: answer({ id: 'months', wire: 'seasonal', send: said<boolean | null> }),
  prolong: holds(null as string | null, {
    wire: 'prolongGlobalId',
    send: said<string | null>,
  }),
  reissue: holds(null as string | null, {
    wire: 'reorderGlobalId',
    send: said<string | null>,
  }),
} satisfies Fields

/** A row nobody has typed in. */
export const emptyOf = <Table extends Fields>(table: Table): Values<Table> =>
  Object.fromEntries(Object.entries(table).map(([key, { empty }]) => [key, empty])) as Values<Table> // the table's own keys

/** What is sent of a row, in the names of the wire. */
export type Sent<Table extends Fields> = {
  [Key in keyof Table as Table[Key] extends { wire: infer Name extends string }
    ? Name
    : never]: Table[Key] extends { send: (value: never) => infer Value } ? Value : never
}
export const sentOf = <Table extends Fields>(table: Table, row: Values<Table>): Sent<Table> =>
  Object.fromEntries(
    Object.entries(table).flatMap(([key, { wire, send }]) => {
      const value = wire && send ? send(row[key] as never) : undefined // the row is this table's
      return wire && value !== undefined ? [[wire, value]] : []
    }),
  ) as Sent<Table> // the same rows of the same table

/** A row's own values of the table, without what a view keeps beside them. */
export const valuesOf = <Table extends Fields>(table: Table, row: Values<Table>): Values<Table> =>
  Object.fromEntries(Object.keys(table).map((key) => [key, row[key]])) as Values<Table> // its keys

/** The inputs of a table in its order. */
export const inputsOf = <Table extends Fields>(table: Table) =>
  (Object.keys(table) as InputKey<Table>[]).flatMap((key) => {
    const input = table[key]?.input
    return input ? [{ key, field: { input } }] : []
  })
