import { slots } from '../../claims/form.ts'
import type { StaffClaim } from './claim.ts'
import type { ClaimFile } from './file-link.ts'

/** A paper of a claim, and how it stands. */
export type Paper = {
  file: ClaimFile
  /** A newer file of the same slot has come. */
  isOlder: boolean
  state: 'fits' | 'again' | 'asked' | 'open' | 'waiting' | 'infected'
}

/** The papers in the order of the form, of one slot the newest first; what is of no slot, last. */
export function papersOf({ documents, requests }: StaffClaim): Paper[] {
  const ordered = [
    ...slots.flatMap((slot) => documents.filter(({ type }) => type === slot)),
    ...documents.filter(({ type }) => !slots.some((slot) => slot === type)),
  ]
  const asked = new Set(
    requests.filter(({ answered_at }) => answered_at === null).map(({ slot }) => String(slot)),
  )
  return ordered.map((file, at) => ({
    file,
    isOlder: slots.some((slot) => slot === file.type) && ordered[at - 1]?.type === file.type,
    state: stateOf(file, asked.has(file.type)),
  }))
}

function stateOf(file: ClaimFile, isAsked: boolean): Paper['state'] {
  if (file.scan === 'infected') return 'infected'
  if (file.verdict?.is === 'again') return isAsked ? 'asked' : 'again'
  if (file.verdict?.is === 'fits') return 'fits'
  return file.scan === 'waiting' ? 'waiting' : 'open'
}

/** The next paper nobody has judged, after this one and then from the beginning; else this one. */
export function nextToJudge(papers: readonly Paper[], id: string): string {
  const at = papers.findIndex(({ file }) => file.id === id)
  const turned = [...papers.slice(at + 1), ...papers.slice(0, Math.max(at, 0))]
  return turned.find(({ state, isOlder }) => state === 'open' && !isOlder)?.file.id ?? id
}
