/** Storage key of the unfinished purchase on this device. */
export const draftKey = 'qorgan.ogpo.draft'

/**
 * Deletes the unfinished purchase; a file of its own, so that wiping does not load the draft's
 * code.
 */
export function wipeDraft(): void {
  try {
    localStorage.removeItem(draftKey)
  } catch {
    return
  }
}
