import { pathOf } from '#contract/pages.ts'
import type { CaseKind } from '#domain/desk-notes.ts'
import type { Locale } from '#domain/locale.ts'

/** How a case that notes are about is drawn. */
export const drawingOf = {
  order: 'staff-orders',
  claim: 'staff-claims',
  client: 'staff-clients',
  inbox: 'inbox',
} as const satisfies Record<CaseKind, string>

type Case = { about: CaseKind; subject: string }

/** Returns the address that opens the case. */
export function addressOfCase({ about, subject }: Case, locale: Locale): string {
  const asked = encodeURIComponent(subject)
  if (about === 'order') return `${pathOf('staff-orders', locale)}?order=${asked}`
  if (about === 'claim') return `${pathOf('staff-claims', locale)}?claim=${asked}`
  if (about === 'client') return `${pathOf('staff-clients', locale)}?client=${asked}`
  return `${pathOf('staff-clients', locale)}?inbox=in_work&message=${asked}`
}
