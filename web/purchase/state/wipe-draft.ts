/** Where the unfinished purchase is kept on this device. */
export const draftKey = 'qorgan.ogpo.draft'

/**
 * Forgets the unfinished purchase, by itself: whoever only forgets does not load how it is kept.
 */
export function wipeDraft(): void {
  try {
    localStorage.removeItem(draftKey)
  } catch {
    return
  }
}
