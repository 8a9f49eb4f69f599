import { inEveryLanguage } from '#domain/locale.ts'
import { alphabetical } from '../db/alphabetical.ts'
import { ok } from '../http/refuse.ts'
import { handle } from '../http/route.ts'
import { namesInEveryLanguage } from './names.ts'

/** Every source an order may have (settled.md, "Names"). */
const sources = [
  'con_aonit_ogpo',
  'qorgan_ogpo_bad_scoring',
  'freedom_superapp_ogpo',
  'external_refund_superapp_ogpo',
  'qorgan_egov_home',
]

export const reportOptions = handle('reportOptions', async (_ask, { db }) => {
  const names = await namesInEveryLanguage(db)
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
      name: inEveryLanguage((locale) => names[locale].insurer(code)),
    })),
    promoters: promoters.map(({ id, iin }) => {
      return { value: id, name: inEveryLanguage((locale) => names[locale].promoter(iin) ?? '–') }
    }),
    sources,
  })
})
