import { isIin } from '#domain/iin.ts'
import type { Driver } from '../../sale/model/sale.ts'
import type { Problem } from '../../sale/model/wire.ts'
import { consentOpen, isPolicyholder, isRepeated, phoneWrong } from '../../sale/rows.ts'
import type { Form, OwnPolicy } from '../state/state.ts'

/**
 * IINs of those whom the policy names beside the policyholder, in its order: the first rows of the
 * form.
 */
export const namedIn = (policy: Pick<OwnPolicy, 'insurant' | 'insureds'>): string[] =>
  policy.insureds.map(({ iin }) => iin).filter((iin) => iin !== policy.insurant.iin)

/**
 * Whether a kept draft is of this very policy with everybody it names: a draft may come from the
 * whole reissue, where rows go.
 */
export const isDraftOf = (draft: Form, policy: OwnPolicy): boolean =>
  draft.term.reissue === policy.globalId &&
  namedIn(policy).every((iin, at) => draft.drivers[at]?.iin === iin)

/**
 * Every field of a new driver is required, each with its own error (issue 4). `named`: how many
 * rows the policy names already.
 */
export const newDriverProblems =
  (named: number) =>
  (form: Form): Problem[] =>
    form.drivers.slice(named).flatMap((row) =>
      // The policyholder drives already, and so does whoever stands in another row.
      row.iin !== '' && (isPolicyholder(row, form) || isRepeated(form.drivers, row, 'iin'))
        ? [{ field: `driver-${row.id}-iin`, key: 'iin_repeated' }]
        : problemsOfNew(row),
    )

function problemsOfNew(row: Driver): Problem[] {
  const wrong = (part: string, key: string): Problem[] => [
    { field: `driver-${row.id}-${part}`, key },
  ]
  const phone = phoneWrong(row)
  const open = isIin(row.iin) ? consentOpen(row) : null
  return [
    ...(row.iin === '' ? wrong('iin', 'required') : isIin(row.iin) ? [] : wrong('iin', 'iin')),
    ...(phone ? wrong('phone', phone) : open ? wrong(open.of, open.key) : []),
  ]
}
