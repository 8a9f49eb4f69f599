import type { Context } from '../http/context.ts'
import type { Reading } from '../products/product-reads.ts'

/** A call of the cabinet as the products are asked about it: about the client's own alone. */
export const readingOf = ({ db, me, clock, locale, reference }: Context): Reading => ({
  db,
  iin: me().iin,
  now: clock.now(),
  locale,
  reference,
})
