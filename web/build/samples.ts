import type { PageName } from '#contract/pages.ts'
import { samplePlans } from '../home/plans/plans.ts'
import { sampleFigures } from '../pages/index/figures.ts'

/** Examples of what only the server knows: what a page can show of it keeps its styles. */
export const samples: Partial<Record<PageName, readonly Record<string, unknown>[]>> = {
  index: [sampleFigures],
  'egov-home': samplePlans,
}
