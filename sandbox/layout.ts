import { brand } from '#brand'
import { defaultLocale, languageTag } from '#domain/locale.ts'

/** The frame of the sandbox's pages in the product's colours, light and dark. */

export const text = (source: string) =>
  source.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

export const layout = ({
  title,
  main,
  live = false,
}: {
  title: string
  main: string
  live?: boolean
}) => `<!doctype html>
<html lang="${languageTag(defaultLocale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)} · ${text(brand.latin)}</title><link rel="stylesheet" href="/sandbox.css">${live ? '<script src="/live.js" defer></script>' : ''}</head>
<body><header><a href="/" class="home"><svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 29V15c0-7-4-11-8-11-4.500 0-6.500 3.500-5.500 6.500 1 3 5.500 3 6 .5.300-2-1.500-2.500-2-1.500M16 15c0-7 4-11 8-11 4.500 0 6.500 3.500 5.500 6.500-1 3-5.500 3-6 .5-.300-2 1.500-2.500 2-1.500" fill="none" stroke="currentColor" stroke-width="2.200" stroke-linecap="round" stroke-linejoin="round"/></svg> ${text(brand.latin)} · sandbox</a></header>
<main><h1>${text(title)}</h1><div id="live">${main}</div></main></body></html>`

/**
 * Asks for the page again every two seconds and swaps what has changed; a control that has the
 * focus is left alone.
 */
export const liveScript = `const live = document.getElementById('live')
const talk = () => document.querySelector('.talk')
const toEnd = () => { const box = talk(); if (box) box.scrollTop = box.scrollHeight }
let shown = live.innerHTML
toEnd()
setInterval(async () => {
  if (document.hidden || live.querySelector('input:focus, button:active')) return
  try {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html')
    const fresh = page.getElementById('live').innerHTML
    if (fresh === shown) return
    shown = fresh
    live.innerHTML = fresh
    toEnd()
  } catch {}
}, 2000)
`
