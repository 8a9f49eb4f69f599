import { account, signedIn } from './client.ts'
import type { TestApp } from './test-app.ts'

export const TOMORROW = '2026-11-21'
export const people = {
  staff: { iin: '880808399905', phone: '77010000661' },
  first: { iin: '880808399915', phone: '77010000662' },
  second: { iin: '860606399908', phone: '77010000663' },
}
type Who = keyof typeof people
type Ask = {
  kind:
    | 'insurers'
    | 'commissions'
    | 'ogpo_plus'
    | 'control_points'
    | 'insurer_facts'
    | 'partners'
    | 'aml_lists'
    | 'tariff'
    | 'queue_allowances'
    | 'unusual_acts'
    | 'calendar_days'
  action?: 'set' | 'end'
  key?: string
  from?: string
}
export const idOf = (body: Record<string, unknown>): string => {
  if (body.success !== true) throw new Error(JSON.stringify(body))
  return (body.data as { id: string }).id
}

/** What the staff of the test app do at the reference desk. */
export function referenceDesk(at: () => TestApp) {
  let tokens: Promise<Record<Who, string>> | null = null
  const everyone = () => (tokens ??= all())
  const token = async (who: Who) => (await everyone())[who]
  async function all() {
    const made: Partial<Record<Who, string>> = {}
    for (const [who, person] of Object.entries(people)) {
      await account(at(), person, { role: 'staff', administrator: who !== 'staff' })
      made[who as Who] = await signedIn(at(), person)
    }
    return made as Record<Who, string>
  }
  const rowsOf = async (
    kind:
      | 'insurers'
      | 'commissions'
      | 'ogpo_plus'
      | 'home_plans'
      | 'control_points'
      | 'insurer_facts'
      | 'partners'
      | 'aml_lists'
      | 'tariff'
      | 'queue_allowances'
      | 'unusual_acts'
      | 'calendar_days',
  ) => {
    const { body } = await at().api('referenceRows', { kind }, await token('staff'))
    if (!body.success) throw new Error('no rows')
    return body.data
  }
  const propose = async (
    who: Who,
    { action = 'set', ...of }: Ask,
    values: Record<string, string | number | boolean>,
  ) =>
    at().api(
      'referencePropose',
      { action, values, reason: 'жаңа келісім', ...of },
      await token(who),
    )
  return { rowsOf, propose, token }
}
