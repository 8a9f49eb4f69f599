import { languageCookieSeconds } from './ui/constants.ts'

// The language switch keeps the query and remembers the choice. Without a script it is an ordinary link.
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-lang]')) {
  link.addEventListener('click', () => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
    document.cookie = `lang=${link.dataset.lang}; Path=/; Max-Age=${languageCookieSeconds}; SameSite=Lax`
    link.search = location.search
    link.hash = location.hash
  })
}
