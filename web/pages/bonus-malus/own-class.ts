import { savedPathCookie } from '#domain/constants.ts'
import { api } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { siteToken } from '../../session/site-token.ts'

// Asks for the own class, says it and marks it in the ladder and the table.
const form = document.querySelector<HTMLFormElement>('#own') as HTMLFormElement
const said = document.querySelector<HTMLElement>('#said') as HTMLElement
const guest = document.querySelector<HTMLElement>('#guest') as HTMLElement

type Word = 'own' | 'best' | 'first' | 'guest' | 'away'
function say(word: Word, values: Record<string, string> = {}): void {
  said.textContent = (said.dataset[word] ?? '').replace(/\{(\w+)\}/g, (_, key) => values[key] ?? '')
  guest.hidden = word !== 'guest'
}

function mark(name: string): DOMStringMap {
  for (const place of document.querySelectorAll<HTMLElement>('[data-class]')) {
    const own = place.dataset.class === name
    place.toggleAttribute('data-own', own)
    if (own) place.ariaCurrent = 'true'
    else place.ariaCurrent = null
  }
  return document.querySelector<HTMLElement>(`tr[data-class="${name}"]`)?.dataset ?? {}
}

async function show(): Promise<void> {
  const token = siteToken()
  if (!token) return say('guest')
  form.ariaBusy = 'true'
  try {
    const { data } = await api('ogpoOwnClass', {}, { token })
    const { k = '', next } = mark(data.class)
    if (data.firstContract) say('first')
    else say(next ? 'own' : 'best', { class: data.class, k, next: next ?? '' })
  } catch (error) {
    const { kind, message } = apiErrorOf(error)
    say(kind === 'unauthorised' || kind === 'forbidden' ? 'guest' : 'away')
    // Asked too often: how long to wait.
    if (kind === 'busy' && message) said.textContent = message
  } finally {
    form.ariaBusy = null
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void show()
})
// Whoever signs in now comes back here.
guest.addEventListener('click', () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${savedPathCookie}=${encodeURIComponent(location.pathname)}; Path=/; SameSite=Lax`
})
