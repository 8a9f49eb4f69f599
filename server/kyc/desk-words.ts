import { z } from 'zod'
import type { ListEffect } from '#domain/kyc.ts'

/** Words of the database as the contract has them; of a newer version the strictest one. */

export const matchedBy = z
  .enum(['iin', 'name_birth_date', 'similar_birth_date', 'similar_birth_year', 'weak_name', 'name'])
  .catch('name')

export const effectOf = (text: string): ListEffect =>
  text === 'review' || text === 'flag' ? text : 'block'

/** So many digits of a version's hash are shown. */
export const VERSION_SHOWN = 8
