import { isLocale, type Locale } from '#domain/locale.ts'
import type { SandboxAnswer, SandboxAsk } from '../sandbox-kit.ts'
import { spaced, type Typed } from './sandbox-pages.ts'
import { testCards } from './sandbox-test-cards.ts'

/** What is typed on the acquirer's page. */

const NOTHING: Typed = { pan: '', expiry: '', cvc: '' }

export const languageOf = ({ query }: SandboxAsk): Locale | null =>
  isLocale(query.lang) ? query.lang : null

/** `?card=2` fills the form with a test card. */
export function prefilled({ query }: SandboxAsk): Typed {
  const card = query.card === undefined ? undefined : testCards[Number(query.card)]
  return card ? { pan: spaced(card.pan), expiry: card.expiry, cvc: '123' } : NOTHING
}

export const typedOf = (form: URLSearchParams): Typed => ({
  pan: form.get('pan') ?? '',
  expiry: form.get('expiry') ?? '',
  cvc: form.get('cvc') ?? '',
})
export const digits = (text: string) => text.replace(/\D/g, '')
export const expiryOf = ({ expiry }: Typed) =>
  `${digits(expiry).slice(0, 2)}/${digits(expiry).slice(-2)}`
export const isComplete = (typed: Typed) =>
  digits(typed.pan).length === 16 &&
  /^(0[1-9]|1[0-2])(20)?\d{2}$/.test(digits(typed.expiry)) &&
  /^\d{3,4}$/.test(typed.cvc.trim())

export const seeOther = (location: string): SandboxAnswer => ({
  status: 303,
  headers: { location },
  body: '',
})
