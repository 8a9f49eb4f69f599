import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { colours } from '#domain/colours.ts'
import type { Locale } from '#domain/locale.ts'
import { horns, mound } from '#domain/mark.ts'
import { type DocumentKind, documentFileNames } from '#texts/document-names.ts'
import { homePdfTexts } from '#texts/home-pdf.ts'
import type { PolicyFacts } from './facts.ts'
import { fonts } from './fonts.ts'
import type { HomePolicyFacts } from './home-facts.ts'
import { homeView } from './home-view.ts'
import { view } from './view.ts'

const templates: Record<DocumentKind, string> = {
  policy: 'policy.typ',
  covernote: 'cover-note.typ',
  slip: 'slip.typ',
  applicantForm: 'applicant-form.typ',
}

/**
 * PDF/A-2a: kept for years, tagged for screen readers. The templates satisfy PDF/UA-1 too (a test
 * renders them so).
 */
type Standard = 'a-2a' | 'ua-1'

let compiler: NodeCompiler | undefined
/**
 * A file only the compiler sees. Facts given as `sys.inputs` are a part of the library of every
 * template, so that nothing worked out for one document could be used for the next.
 */
const factsFile = join(import.meta.dirname, 'facts.json')

/**
 * One paper of an OGPO policy in one language, as the bytes of a PDF. Pure: the same facts give the
 * same bytes. Facts reach the template as data (a file in memory), never as source, so no name can
 * become markup. Throws when a template does not compile; the message names the document and the
 * reason, never the facts. About 8 ms of CPU without a pause; the compiled paper is freed when the
 * event loop turns, so a long row of documents awaits something in between.
 */
export function renderDocument(
  kind: DocumentKind,
  facts: PolicyFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array {
  return pdf(templates[kind], view(kind, facts, locale), standard)
}

/** The policy of a Home subscription in one language; the same rules. */
export const renderHomePolicy = (
  facts: HomePolicyFacts,
  locale: Locale,
  standard: Standard = 'a-2a',
): Uint8Array => pdf('home-policy.typ', homeView(facts, locale), standard)

function pdf(template: string, data: object, standard: Standard): Uint8Array {
  compiler ??= NodeCompiler.create({
    workspace: import.meta.dirname,
    fontArgs: [{ fontBlobs: [...fonts] }],
  })
  compiler.mapShadow(
    factsFile,
    Buffer.from(JSON.stringify({ ...data, colours: colours.light, mark: { horns, mound } })),
  )
  const compiled = compiler.compile({ mainFilePath: join(import.meta.dirname, template) })
  if (!compiled.result)
    throw new Error(`The template ${template} does not compile: ${reasons(compiled)}`)
  const bytes = compiler.pdf(compiled.result, { pdfStandard: standard })
  // A policy's documents find what those of the policies before had in common laid out. What lies
  // further back goes, with its facts.
  compiler.evictCache(16)
  return new Uint8Array(bytes)
}

/**
 * Name under which the document is saved: 'Qorgan-polis-12345678901A.pdf'. Latin letters, digits and
 * hyphens only.
 */
export function fileName(
  kind: DocumentKind | 'home',
  facts: Pick<PolicyFacts, 'globalId' | 'broker'>,
  locale: Locale,
): string {
  const name = kind === 'home' ? homePdfTexts.fileName : documentFileNames[kind]
  const parts = [facts.broker.latin, name[locale], facts.globalId]
  return `${parts.map((part) => part.replace(/[^A-Za-z0-9-]+/g, '')).join('-')}.pdf`
}

function reasons(compiled: ReturnType<NodeCompiler['compile']>): string {
  const found = compiled.takeDiagnostics()?.shortDiagnostics ?? []
  return found
    .map((diagnostic: { message?: string }) => diagnostic.message ?? 'no reason given')
    .join('; ')
}
