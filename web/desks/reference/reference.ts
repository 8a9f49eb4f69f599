import type { ReferenceName } from '#domain/reference/kinds.ts'
import { kindOf } from '#domain/reference/reference.ts'
import type { Reply } from '../../http/api.ts'
import type { EffectOf } from './effect.tsx'

export type Reference = Reply<'referenceRows'>['data']
export type Row = Reference['rows'][number]
/** Codes of insurers and what people call them. */
export type Insurers = readonly { code: string; name: string }[]
export type AtKind = {
  kind: ReferenceName
  today: string
  administrator: boolean
  reference: Reference
  insurers: Insurers
  /** What each proposal that waits would mean; without one where that did not come. */
  effects: ReadonlyMap<string, EffectOf>
  onDone: () => void
}

/** Whether its rows name insurers by their code. */
export const namesInsurers = (kind: ReferenceName): boolean =>
  kind !== 'tariff' && kindOf(kind).fields.some(({ name }) => name === 'insurer_code')
