import { byLabel } from '#domain/alphabetical.ts'
import type { Localized } from '#domain/locale.ts'
import { NO_PROMOTER } from '#domain/report.ts'
import { noPromoter } from '#texts/report-words.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useLocale, useTexts } from '../texts.ts'

import type { Choice } from './filters.tsx'
import words from './texts.ts'

/**
 * Returns the choices of source, insurer and promoter, and a function that names an insurer. The
 * choices are empty until loaded.
 */
export function useOptions(): { choices: Choice[]; insurer: (code: string | null) => string } {
  const t = useTexts(words)
  const locale = useLocale()
  const { value } = useReply(ask, 'reportOptions', {})
  const named = (list: readonly { value: string; name: Localized }[] = []) =>
    list.map(({ value: one, name }) => ({ value: one, label: name[locale] })).sort(byLabel(locale))
  return {
    choices: [
      {
        name: 'source',
        label: t.source,
        options: (value?.sources ?? [])
          .map((one) => ({ value: one, label: t.sources[one] ?? one }))
          .sort(byLabel(locale)),
      },
      { name: 'insurer', label: t.insurer, options: named(value?.insurers) },
      {
        name: 'promoter',
        label: t.promoter,
        options: [...named(value?.promoters), { value: NO_PROMOTER, label: noPromoter[locale] }],
      },
    ],
    insurer: (code) =>
      code ? (value?.insurers.find((one) => one.value === code)?.name[locale] ?? code) : '–',
  }
}

/** Returns a report's filter from the address. */
export function narrowedBy(query: URLSearchParams): {
  status?: string
  source?: string
  insurer?: string
  promoter?: string
} {
  const given = (name: 'status' | 'source' | 'insurer' | 'promoter') => {
    const value = query.get(name)
    return value ? { [name]: value } : {}
  }
  return { ...given('status'), ...given('source'), ...given('insurer'), ...given('promoter') }
}
