import type { Reading } from '../product-reads.ts'
import type { Context } from '../route.ts'

/** A call of the cabinet as the products are asked about it: about the client's own alone. */
export const readingOf = ({ db, me, clock, locale }: Context): Reading => ({ db, iin: me().iin, now: clock.now(), locale })
