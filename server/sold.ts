import type { ProductName } from '#domain/products.ts'
import { homeDesk } from './home/desk.ts'
import { home } from './home/product.ts'
import { homeReads } from './home/reads.ts'
import { homeRecoveries, homeWork } from './home/work.ts'
import { ogpoDesk } from './ogpo/desk.ts'
import { ogpo } from './ogpo/product.ts'
import { ogpoReads } from './ogpo/reads.ts'
import { ogpoRecoveries, ogpoWork } from './ogpo/work.ts'
import type { Sold } from './products/products.ts'

/** All products, oldest first: another product is another entry. */
export const everythingSold: Readonly<Record<ProductName, Sold>> = {
  ogpo: {
    product: ogpo,
    reads: ogpoReads,
    desk: ogpoDesk,
    work: ogpoWork,
    recoveries: ogpoRecoveries,
    calls: {
      first: ['ogpoOrder', 'ogpoReorder'],
      repeated: ['ogpoCheckOrderSet', 'ogpoOrderProgress', 'ogpoEstimate'],
      priced: ['ogpoCalculate', 'promoterCalculate'],
    },
  },
  home: {
    product: home,
    reads: homeReads,
    desk: homeDesk,
    work: homeWork,
    recoveries: homeRecoveries,
    calls: { first: ['homeOrder'], repeated: ['homeCheckOrderSet'], priced: [] },
  },
}
