import type { ReferenceName } from '#domain/reference/kinds.ts'
import { kindOf } from '#domain/reference/reference.ts'
import type { Reply } from '../../http/api.ts'
import type { EffectOf } from './effect.tsx'

export type Reference = Reply<'referenceRows'>['data']
export type Row = Reference['rows'][number]
/** Codes and names of insurers. */
export type Insurers = readonly { code: string; name: string }[]
export type AtKind = {
  kind: ReferenceName
  today: string
  administrator: boolean
  reference: Reference
  insurers: Insurers
  /** Effects of the open proposals; no entry for one that failed to load. */
  effects: ReadonlyMap<string, EffectOf>
  onDone: () => void
}

/** Whether its rows name insurers by their code. */
export const namesInsurers = (kind: ReferenceName): boolean =>
  kind !== 'tariff' && kindOf(kind).fields.some(({ name }) => name === 'insurer_code')
