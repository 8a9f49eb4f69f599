import type { Locale } from '#domain/locale.ts'
import type { DocumentKind } from '#texts/document-names.ts'
import { type AccidentNoticeFacts, renderAccidentNotice } from './accident-notice.ts'
import type { ClaimFileFacts } from './claim-file.ts'
import { type ClaimPaper, type ClaimPaperFacts, renderClaimPaper } from './claim-paper.ts'
import type { PolicyFacts } from './facts.ts'
import type { HomePolicyFacts } from './home-view.ts'
import { type InsurerActFacts, renderInsurerAct } from './insurer-act.ts'
import type { Joined } from './joined-photographs.ts'
import { renderDocument, renderHomePolicy } from './render.ts'

/** A paper of ours to be made, as plain data: it crosses from one process to another. */
export type OwnPaper =
  | { of: 'ogpo'; kind: DocumentKind; facts: PolicyFacts; locale: Locale }
  | { of: 'home'; facts: HomePolicyFacts; locale: Locale }
  | { of: 'claim'; kind: ClaimPaper; facts: ClaimPaperFacts; locale: Locale }
  | { of: 'notice'; facts: AccidentNoticeFacts; locale: Locale }
  | { of: 'act'; facts: InsurerActFacts; locale: Locale }

/** Files that others sent, joined to one PDF. */
export type Joining = {
  of: 'joined'
  files: readonly Joined[]
  about: { title: string; locale: Locale; at: Date }
}
/** A claim's own sheets and the files of it, one after another. */
export type CaseFile = { of: 'case'; facts: ClaimFileFacts; locale: Locale }
export type Paper = OwnPaper | Joining | CaseFile

/** The bytes of its PDF. Only `maker-process.ts` calls this. */
export function renderPaper(paper: OwnPaper): Uint8Array {
  if (paper.of === 'ogpo') return renderDocument(paper.kind, paper.facts, paper.locale)
  if (paper.of === 'home') return renderHomePolicy(paper.facts, paper.locale)
  if (paper.of === 'notice') return renderAccidentNotice(paper.facts, paper.locale)
  if (paper.of === 'act') return renderInsurerAct(paper.facts, paper.locale)
  return renderClaimPaper(paper.kind, paper.facts, paper.locale)
}
