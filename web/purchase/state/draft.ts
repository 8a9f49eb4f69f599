import { takenUp, written } from '../../sale/draft.ts'
import type { Form } from './state.ts'
import { draftKey } from './wipe-draft.ts'

/** The stored text read back, or null. Nobody has agreed to anything by having come back. */
export function parseDraft(text: string | null, owner: string, now?: number): Form | null {
  try {
    const kept = takenUp<{ form: Form }>(JSON.parse(text ?? 'null'), owner, now)
    return kept && { ...kept.form, editing: kept.form.editing ?? null, agreed: false }
  } catch {
    return null
  }
}

export const draftText = (form: Form, now?: number): string =>
  JSON.stringify(written(form.policyholder.iin, { form }, now))

/** Storage may be full or switched off; the purchase goes on without it. */
export function loadDraft(owner: string): Form | null {
  try {
    return parseDraft(localStorage.getItem(draftKey), owner)
  } catch {
    return null
  }
}
export function saveDraft(form: Form): void {
  try {
    localStorage.setItem(draftKey, draftText(form))
  } catch {
    return
  }
}
