import { handle } from '../route.ts'

/** Whether the law gives the person the benefit. A silent service is 503, never "no": the page offers to go on without it or to ask again. */
export const getPersonSocialStatus = handle('getPersonSocialStatus', async ({ iin }, { systems, limits, me }) => {
  await limits.count('lookupsPerBuyer', me().iin)
  const { benefit } = await systems.gkb.socialStatus(iin)
  return { success: true as const, hasBenefit: benefit }
})
