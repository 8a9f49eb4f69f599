import type { Locale } from '#brand'
import { Component as Result } from '../ogpo-calculator-result/page.tsx'
import words from '../ogpo-calculator-result/texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** Paying and the policy itself, inside the government's application. */
export const Component = () => (
  <div data-wide>
    <Result />
  </div>
)
