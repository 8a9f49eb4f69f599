import { auditLook } from '../look.ts'
import { handle } from '../route.ts'

/** Whether the law gives the person the benefit. A silent service is 503, never "no": the page offers to go on without it or to ask again. */
export const getPersonSocialStatus = handle('getPersonSocialStatus', async ({ iin }, context) => {
  const { systems, limits, me } = context
  await limits.count('lookupsPerBuyer', me().iin)
  await auditLook(context, 'person', iin)
  const { benefit } = await systems.gkb.socialStatus(iin)
  return { success: true as const, hasBenefit: benefit }
})
