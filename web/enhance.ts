import { authTokenCookie } from '#domain/constants.ts'
import { watchBuilds } from './build-watch.ts'
import {
  breakpoints,
  languageCookieSeconds,
  mobileBreakpoint,
  resizeRefreshMs,
} from './constants.ts'
import { destination } from './navigation.ts'
import { reloadOnce } from './reload.ts'
import { keptName } from './session/signed-in-name.ts'

/** Whether a screen of this width, px, has the mobile layout: it ends at the `lg` step. */
export const isMobile = (width: number): boolean => width < breakpoints[mobileBreakpoint]

/**
 * Tells when the window has become mobile or is no longer; measured 50 ms after the last resize
 * (specification, section 9).
 */
function onDevice(notify: (mobile: boolean) => void): void {
  let was = isMobile(innerWidth)
  let timer: ReturnType<typeof setTimeout> | undefined
  addEventListener('resize', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      const is = isMobile(innerWidth)
      if (is !== was) notify(is)
      was = is
    }, resizeRefreshMs)
  })
}

/**
 * A page that is left again before its transition is drawn, or is not seen, has nobody to tell: the
 * browser's promises about the drawing are taken here, or they would end as uncaught errors. A page
 * may be revealed before this script runs: then only the rejection itself is left to be taken.
 */
function takeTransitions(): void {
  const take = ({ viewTransition: one }: PageSwapEvent | PageRevealEvent): void => {
    for (const promise of [one?.ready, one?.finished, one?.updateCallbackDone])
      promise?.catch(() => {})
  }
  addEventListener('pageswap', take)
  addEventListener('pagereveal', take)
  addEventListener('unhandledrejection', (event) => {
    const { reason } = event
    if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault()
  })
}

takeTransitions()

// The language switch keeps the query and remembers the choice. Without a script it is an ordinary
// link.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-lang]')) {
  link.addEventListener('click', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `lang=${link.dataset.lang}; Path=/; Max-Age=${languageCookieSeconds}; SameSite=Lax`
    link.search = location.search
    link.hash = location.hash
  })
}

// Who is signed in finds their cabinet where others find the sign-in.
if (document.cookie.includes(`${authTokenCookie}=Bearer`)) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-cabinet]')) {
    link.href = link.dataset.cabinet ?? link.href
    link.textContent = keptName() ?? link.dataset.label ?? ''
    delete link.dataset.dialog
  }
}

// The menu of a phone has no place on a screen that has grown wide.
onDevice((mobile) => {
  if (!mobile)
    for (const open of document.querySelectorAll<HTMLElement>('nav[popover]:popover-open'))
      open.hidePopover()
})

document.addEventListener('click', (event) => {
  const pressed =
    event.target instanceof Element
      ? event.target.closest<HTMLElement>('[data-dialog], a[href]')
      : null
  if (!pressed) return
  const name = pressed.dataset.dialog
  if (name) {
    event.preventDefault()
    void openDialog(name, pressed)
    return
  }
  // A link to another site says so itself (`rel="external"`); any other is not followed, nor is an
  // unsafe address.
  const kind = destination(pressed.getAttribute('href') ?? '', location.href)
  if (
    kind === 'unsafe' ||
    (kind === 'external' && !/\bexternal\b/.test(pressed.getAttribute('rel') ?? ''))
  )
    event.preventDefault()
})

/**
 * React and the dialogs are loaded when the first one is opened. The opener is a link to something
 * that works without them.
 */
async function openDialog(name: string, opener: HTMLElement): Promise<void> {
  const [script = '', style = ''] = document.body.dataset.dialogs?.split(' ') ?? []
  opener.ariaBusy = 'true'
  try {
    if (!document.querySelector(`link[href="${style}"]`)) {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: style })
      const loaded = new Promise((resolve, reject) =>
        Object.assign(link, { onload: resolve, onerror: reject }),
      )
      document.head.append(link)
      await loaded
    }
    const dialogs: { open(name: string, opener: HTMLElement): void } = await import(
      /* @vite-ignore */ script
    )
    opener.closest<HTMLElement>('[popover]')?.hidePopover()
    dialogs.open(name, opener)
  } catch {
    if (!reloadOnce() && opener instanceof HTMLAnchorElement) location.assign(opener.href)
  } finally {
    opener.ariaBusy = null
  }
}

// A script of the page that is gone, or a part of it loaded later.
addEventListener(
  'error',
  (event) => event.target instanceof HTMLScriptElement && reloadOnce(),
  true,
)
// Without a connection a reload would only lose the page; the part's own place says so and tries
// again.
addEventListener(
  'vite:preloadError',
  (event) => navigator.onLine && reloadOnce() && event.preventDefault(),
)

// A page's own script comes when somebody comes to its fields; a form that is sent before waits.
// A dialog above the page has a script already.
const own = document.body.dataset.own
if (own) {
  let here = false
  const come = async () => {
    await import(/* @vite-ignore */ own)
    here = true
  }
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLInputElement) come().catch(() => undefined)
  })
  addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (here || !(form instanceof HTMLFormElement) || form.closest('dialog')) return
      event.preventDefault()
      come().then(
        () => form.requestSubmit(),
        () => form.submit(),
      )
    },
    true,
  )
}

watchBuilds()
if (location.hash === '#sign-in') void openDialog('log-in', document.body)
