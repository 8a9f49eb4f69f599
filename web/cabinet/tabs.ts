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
