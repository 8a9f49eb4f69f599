import type { Locale } from '#domain/locale.ts'
import words from '../../purchase/result/first-texts.ts'
import { OrderResult } from '../../purchase/result/result.tsx'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** Paying and the policy itself, inside the government's application. */
export const Component = () => (
  <div data-wide>
    <OrderResult within="other" />
  </div>
)
