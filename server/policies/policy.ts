import type { Selectable } from 'kysely'
import type { Policies } from '../db/rows.ts'

export type Policy = Selectable<Policies>
