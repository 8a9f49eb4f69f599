/**
 * The cabinet's parts, in the order of the menu; the first is the one an address without `?tab=`
 * opens.
 */
export const tabNames = [
  'policies',
  'applications',
  'claims',
  'cards',
  'documents',
  'data',
  'password',
] as const
export type TabName = (typeof tabNames)[number]

/**
 * The tab an address asks for. After a temporary password only the change of password works, so it
 * opens whatever was asked.
 */
export function tabOf(search: string, mustChangePassword = false): TabName {
  if (mustChangePassword) return 'password'
  const asked = new URLSearchParams(search).get('tab')
  return tabNames.find((name) => name === asked) ?? 'policies'
}

/** The address of a tab: its own query and nothing of another tab's. */
export const tabAddress = (path: string, name: TabName): string =>
  name === 'policies' ? path : `${path}?tab=${name}`

/** Tabs in the bar under the thumb; the rest is one tap behind it. */
export const barNames: readonly TabName[] = ['policies', 'applications', 'cards', 'data']

/** The policy that an address of the policies' tab opens. */
export const policyOf = (search: string): string | null =>
  tabOf(search) === 'policies' ? new URLSearchParams(search).get('policy') : null

/** The address of one policy within the cabinet; of the list for null. */
export const policyAddress = (path: string, globalId: string | null): string =>
  globalId === null ? path : `${path}?policy=${encodeURIComponent(globalId)}`
