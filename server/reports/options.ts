import { alphabetical } from '../db/alphabetical.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { namesOf } from './names.ts'

/** Every source an order may have (decisions, "Names"). */
const sources = [
  'con_aonit_ogpo',
  'qorgan_ogpo_bad_scoring',
  'freedom_superapp_ogpo',
  'external_refund_superapp_ogpo',
  'qorgan_egov_home',
]

export const reportOptions = handle('reportOptions', async (_ask, { db }) => {
  const [kz, ru] = [await namesOf(db, 'kz'), await namesOf(db, 'ru')]
  const insurers = await db
    .selectFrom('insurers')
    .select('code')
    .distinct()
    .orderBy('code')
    .execute()
  const promoters = await db
    .selectFrom('accounts')
    .select(['id', 'iin'])
    .where('realm', '=', 'promoter')
    .orderBy(alphabetical('surname'))
    .orderBy(alphabetical('name'))
    .execute()
  return ok({
    insurers: insurers.map(({ code }) => ({
      value: code,
      name: { kz: kz.insurer(code), ru: ru.insurer(code) },
    })),
    promoters: promoters.map(({ id, iin }) => {
      const name = kz.promoter(iin) ?? '–'
      return { value: id, name: { kz: name, ru: name } }
    }),
    sources,
  })
})
