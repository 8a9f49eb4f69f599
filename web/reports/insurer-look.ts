import type { Reply } from '../http/api.ts'
import { money, useTexts } from '../texts.ts'
import { shortInsurer } from '../ui/insurer-name.ts'
import words from './accounting-texts.ts'
import { useOptions } from './options.ts'
import reportWords from './texts.ts'

export type InsurerLine = Reply<'reportMonth'>['data']['figures'][number]
const sums = ['premium', 'ogpoPlus', 'commission', 'refundDue', 'toPassOn'] as const
/** How figures per insurer stand in a table, of a period that is open or closed. */
export function useInsurerLook() {
  const { none } = useTexts(words).insurers
  const { totals } = useTexts(reportWords)
  const { insurer } = useOptions()
  const named = { insurer: (code: string) => (code ? shortInsurer(insurer(code)) : none) }
  const foot = (rows: readonly InsurerLine[]) => ({
    insurer: totals,
    policies: rows.reduce((sum, { policies }) => sum + policies, 0),
    ...Object.fromEntries(
      sums.map((key) => [key, money(rows.reduce((sum, row) => sum + row[key], 0))]),
    ),
  })
  return { look: { grows: 'insurer', named } as const, foot }
}
