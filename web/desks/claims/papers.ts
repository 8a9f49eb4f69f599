import { claimSlots } from '#domain/claims/papers.ts'
import type { StaffClaim } from './claim.ts'
import type { ClaimFile } from './file-link.ts'

/** A paper of a claim, and how it stands. */
export type Paper = {
  file: ClaimFile
  /** A newer file of the same slot has come. */
  isOlder: boolean
  /** A photograph of what happened, which is looked at and not judged. */
  isPhoto: boolean
  state: 'fits' | 'again' | 'asked' | 'open' | 'waiting' | 'infected'
}

/**
 * The papers in the order of the form, of one slot the newest first; what is of no slot, and then
 * the photographs as they were taken.
 */
export function papersOf({ documents, photographs, requests }: StaffClaim): Paper[] {
  const ordered = [
    ...claimSlots.flatMap((slot) => documents.filter(({ type }) => type === slot)),
    ...documents.filter(({ type }) => !claimSlots.some((slot) => slot === type)),
  ]
  const asked = new Set(
    requests.filter(({ answered_at }) => answered_at === null).map(({ slot }) => String(slot)),
  )
  const papers = ordered.map((file, at) => ({
    file,
    isPhoto: false,
    isOlder: claimSlots.some((slot) => slot === file.type) && ordered[at - 1]?.type === file.type,
    state: stateOf(file, asked.has(file.type)),
  }))
  const shots = photographs
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .map((file) => ({ file, isPhoto: true, isOlder: false, state: stateOf(file, false) }))
  return [...papers, ...shots]
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
  return (
    turned.find(({ state, isOlder, isPhoto }) => state === 'open' && !isOlder && !isPhoto)?.file
      .id ?? id
  )
}
