import type { ReferenceName } from '#domain/reference.ts'
import type { Reply } from '../../http/api.ts'

export type Reference = Reply<'referenceRows'>['data']
export type AtKind = {
  kind: ReferenceName
  today: string
  administrator: boolean
  reference: Reference
  onDone: () => void
}
