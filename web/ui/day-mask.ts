import type { MaskRule } from './masks.ts'
import { digitInput } from './normalise.ts'

/** A date as it is written here; one written `2026-11-20` is taken too. */
export const dayMask: MaskRule = {
  mask: '##.##.####',
  // A dot behind a single figure says that it was the whole number.
  normalise: (value) =>
    digitInput(8)(
      value
        .trim()
        .replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3$2$1')
        .replace(/(?<!\d)(\d)\.$/, '0$1'),
    ),
}
