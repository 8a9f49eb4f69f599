import { claimSlots } from '#domain/claims/papers.ts'
import type { StaffClaim } from './claim.ts'
import type { ClaimFile } from './file-link.ts'

/** A paper of a claim and its state. */
export type Paper = {
  file: ClaimFile
  /** The slot has a newer file. */
  isOlder: boolean
  /** A photograph of the incident: it is viewed and not judged. */
  isPhoto: boolean
  state: 'fits' | 'again' | 'asked' | 'open' | 'waiting' | 'infected'
}

/**
 * Sorts papers in the order of the form, newest first within a slot; then those without a slot,
 * then the photographs in the order they were taken.
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

/**
 * Returns the next paper that is not judged, after this one and then from the beginning; else this
 * one.
 */
export function nextToJudge(papers: readonly Paper[], id: string): string {
  const at = papers.findIndex(({ file }) => file.id === id)
  const turned = [...papers.slice(at + 1), ...papers.slice(0, Math.max(at, 0))]
  return (
    turned.find(({ state, isOlder, isPhoto }) => state === 'open' && !isOlder && !isPhoto)?.file
      .id ?? id
  )
}
