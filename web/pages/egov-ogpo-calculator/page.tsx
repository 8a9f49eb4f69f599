import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { GuardedPurchase } from '../../purchase/guarded-purchase.tsx'
import { useLocale, useTexts } from '../../texts.ts'
import words from './texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/**
 * The OGPO purchase of a person the government sign-in has proved: policyholder filled in and
 * fixed, no code.
 */
export function Component() {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <GuardedPurchase
      heading={t.title}
      loading={t.loading}
      toProof={() => pathOf('egov-ogpo', locale) + location.search}
    />
  )
}
