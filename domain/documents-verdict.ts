import type { Day } from './calendar.ts'

/** An identity document as the state register of persons has it. */
export type PersonDocument = {
  type: 'ID_CARD' | 'PASSPORT' | 'FOREIGN_PASSPORT' | 'OTHER'
  number: string
  issueDate: Day | null
  /** Last day of validity; null when it has no end. */
  validTo: Day | null
  issuer: string
  /** The register's own word (status 00), whatever the dates say. */
  valid: boolean
}

/** Identity documents of the Republic: what OGPO is sold by. */
const accepted = new Set<PersonDocument['type']>(['ID_CARD', 'PASSPORT'])

/**
 * Returns whether a person has a document to be insured by: `none_valid` is refusal
 * `noValidDocuments`, `unsuitable` (valid ones exist, none of an accepted type) is 12001. A
 * document counts if the register calls it valid and it has not ended before `today` (Almaty);
 * docs/law/external-systems.md section 2a, specification, section 8.
 */
export function documentVerdict(
  documents: readonly PersonDocument[],
  today: Day,
): 'ok' | 'none_valid' | 'unsuitable' {
  const good = documents.filter((document) => isInForce(document, today))
  if (good.length === 0) return 'none_valid'
  return good.some(({ type }) => accepted.has(type)) ? 'ok' : 'unsuitable'
}

/**
 * The document to write into papers: identity card before passport, the newest first; null when
 * `documentVerdict` is not `ok`.
 */
export function bestDocument(
  documents: readonly PersonDocument[],
  today: Day,
): PersonDocument | null {
  const good = documents.filter(
    (document) => isInForce(document, today) && accepted.has(document.type),
  )
  const byTypeThenDate = (a: PersonDocument, b: PersonDocument) =>
    Number(b.type === 'ID_CARD') - Number(a.type === 'ID_CARD') ||
    (b.issueDate ?? '').localeCompare(a.issueDate ?? '')
  return good.toSorted(byTypeThenDate)[0] ?? null
}

const isInForce = ({ valid, validTo }: PersonDocument, today: Day): boolean =>
  valid && (validTo === null || validTo >= today)
