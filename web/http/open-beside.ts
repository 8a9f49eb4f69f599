/**
 * Opens an address that the server has just answered in a tab beside this one; in this one where
 * the browser opens none. (With the feature `noopener` a browser always answers that it opened
 * none, so the tab is cut off from this one after it was opened.)
 */
export function openBeside(address: string): void {
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
  else location.assign(address)
}
