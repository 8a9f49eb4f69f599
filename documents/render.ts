import type { Locale } from '#domain/locale.ts'
import type { DocumentKind } from '#texts/document-names.ts'
import type { PolicyFacts } from './facts.ts'
import { type HomePolicyFacts, homeView } from './home-view.ts'
import { pdf, type Standard } from './pdf.ts'
import { view } from './view.ts'

const templates: Record<DocumentKind, string> = {
  policy: 'policy.typ',
  covernote: 'cover-note.typ',
  slip: 'slip.typ',
  applicantForm: 'applicant-form.typ',
}

/** One paper of an OGPO policy in one language, as the bytes of a PDF (`pdf.ts`). */
export const renderDocument = (
  kind: DocumentKind,
  facts: PolicyFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array => pdf(templates[kind], view(kind, facts, locale), standard)

/** The policy of a Home subscription in one language. */
export const renderHomePolicy = (
  facts: HomePolicyFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array => pdf('home-policy.typ', homeView(facts, locale), standard)
