import { isUsable } from '../../sale/model/kept.ts'
import { awake } from '../../sale/model/sale.ts'
import type { Form } from './state.ts'
import { draftKey } from './wipe-draft.ts'

const version = 3

/**
 * The unfinished purchase on this device: 24 hours, one buyer, gone after the issue and at sign-out
 * (settled.md, "Lifetimes").
 */
type Kept = { version: number; savedAt: number; form: Form }

/**
 * The stored text read back: null when it is another version's, older than a day or another
 * buyer's. What was running when it was kept runs anew.
 */
export function parseDraft(text: string | null, owner: string, now: number): Form | null {
  const kept = parsed(text)
  if (!kept) return null
  const { form, savedAt } = kept
  const about = { version: kept.version, savedAt, owner: form.policyholder.iin }
  if (!isUsable(about, { version, savedAt: now, owner })) return null
  return { ...awake(form), editing: form.editing ?? null, agreed: false }
}

export const draftText = (form: Form, now: number): string =>
  JSON.stringify({ version, savedAt: now, form } satisfies Kept)

export function loadDraft(owner: string): Form | null {
  try {
    return parseDraft(localStorage.getItem(draftKey), owner, Date.now())
  } catch {
    return null
  }
}

/** Storage may be full or switched off; the purchase goes on without it. */
export function saveDraft(form: Form): void {
  try {
    localStorage.setItem(draftKey, draftText(form, Date.now()))
  } catch {
    return
  }
}

function parsed(text: string | null): Kept | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isKept(value) ? value : null
  } catch {
    return null
  }
}

// The door of the draft: only this module writes it, and the version changes with the form.
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'form' in value &&
  typeof value.form === 'object' &&
  value.form !== null &&
  'version' in value &&
  value.version === version &&
  'savedAt' in value &&
  typeof value.savedAt === 'number'
