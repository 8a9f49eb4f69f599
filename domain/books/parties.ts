import { isDay } from '../calendar.ts'
import { isIban, normaliseIban } from '../iban.ts'
import { isBin } from '../iin.ts'
import { wayNames } from '../payment-ways.ts'

/** The two sides that are no insurer: ourselves, and who runs a way to pay. */
export const ownParty = 'own'
export const wayParty = (way: string): string => `way-${way}`
export const wayParties = wayNames.map(wayParty)

/** Known facts of a counterparty; empty if not entered. */
export const partyFields = [
  ...(['name', 'bin', 'address', 'iban', 'bank', 'bic', 'kbe', 'knp'] as const),
  ...(['contract', 'contractDay', 'signer'] as const),
] as const
export type PartyField = (typeof partyFields)[number]
export type Party = Record<PartyField, string>

export const noParty: Party = {
  name: '',
  bin: '',
  address: '',
  iban: '',
  bank: '',
  bic: '',
  kbe: '',
  knp: '',
  contract: '',
  contractDay: '',
  signer: '',
}

/** Fields whose form is known; an empty one is not wrong, it is missing. */
const forms: Partial<Record<PartyField, (text: string) => boolean>> = {
  bin: isBin,
  iban: isIban,
  bic: (text) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text),
  kbe: (text) => /^[12][1-9]$/.test(text),
  knp: (text) => /^\d{3}$/.test(text),
  contractDay: isDay,
}

/** The fields that cannot be what they say. */
export const wrongIn = (party: Party): PartyField[] =>
  partyFields.filter((field) => party[field] !== '' && forms[field]?.(party[field]) === false)

export const cleanParty = (party: Party): Party => ({
  ...party,
  bin: party.bin.replaceAll(/\s/g, ''),
  iban: normaliseIban(party.iban),
  bic: party.bic.replaceAll(/\s/g, '').toUpperCase(),
})

/** The destination and owner of the money: two people set these (docs/security/rules.md). */
export const signedFields = ['name', 'bin', 'iban', 'bank', 'bic'] as const satisfies PartyField[]
type SignedField = (typeof signedFields)[number]
export type PartyChange = { field: SignedField; was: string; now: string }

/** Lists the signed fields in which two versions of a party differ. */
export const signedChanges = (was: Party, now: Party): PartyChange[] =>
  signedFields.flatMap((field) =>
    was[field] === now[field] ? [] : { field, was: was[field], now: now[field] },
  )

/** The fields each file asks of a counterparty. */
export const asked = {
  operations: ['name', 'bin'],
  orders: ['name', 'bin', 'iban', 'bank', 'bic', 'kbe'],
  invoice: ['name', 'bin', 'address', 'contract', 'contractDay'],
} as const satisfies Record<string, readonly PartyField[]>

export const missingOf = (party: Party, fields: readonly PartyField[]): PartyField[] =>
  fields.filter((field) => party[field] === '')
