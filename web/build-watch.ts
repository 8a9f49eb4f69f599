import { buildPollMs, firstBuildCheckMs } from './constants.ts'

/**
 * Notices a new build: first look after a second, then periodically. A page that is old is loaded
 * anew when it goes to another address by itself or when its tab is hidden, never while somebody is
 * filling something in.
 */
export function watchBuilds(): void {
  const own = document.documentElement.dataset.build
  let old = false
  let touched = false
  const look = async (): Promise<void> => {
    try {
      const { id } = await read('/builds/latest.json')
      // Of several servers some may still have the old build: only one that has the new build whole
      // knows its own list.
      if (id && id !== own) old = (await read(`/builds/meta/${id}.json`)).id === id
    } catch {
      // No network: the next look will tell.
    }
    if (!old) setTimeout(() => void look(), buildPollMs)
  }
  const filling = () => touched || document.querySelector('dialog[open]') !== null
  setTimeout(() => void look(), firstBuildCheckMs)
  document.addEventListener('input', () => {
    touched = true
  })
  document.addEventListener('visibilitychange', () => {
    if (old && document.hidden && !filling()) location.reload()
  })
  // Pages that change their address without loading (the cabinet's and the portal's shells); every
  // other link loads the new build anyway.
  window.navigation?.addEventListener('navigate', (event) => {
    if (
      !old ||
      filling() ||
      !event.canIntercept ||
      event.hashChange ||
      event.navigationType === 'reload'
    )
      return
    event.intercept({ handler: () => Promise.resolve(location.reload()) })
  })
}

const read = async (address: string): Promise<{ id?: string }> =>
  (await fetch(address, { cache: 'no-store' })).json()
