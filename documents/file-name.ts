import type { Locale, Localized } from '#domain/locale.ts'
import type { PolicyFacts } from './facts.ts'

/**
 * Name under which the document is saved: 'Qorgan-polis-12345678901A.pdf'. Latin letters, digits
 * and hyphens only.
 */
export function fileName(
  name: Localized,
  { broker, globalId }: Pick<PolicyFacts, 'globalId' | 'broker'>,
  locale: Locale,
): string {
  const parts = [broker.latin, name[locale], globalId]
  return `${parts.map((part) => part.replace(/[^A-Za-z0-9-]+/g, '')).join('-')}.pdf`
}
