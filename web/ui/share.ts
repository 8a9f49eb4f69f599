/**
 * Gives a link to whichever messenger the person chooses in the phone's own sheet; copies it where
 * there is none. Who closes the sheet has not failed.
 */
export async function share(
  data: ShareData & { url: string },
): Promise<'given' | 'copied' | 'failed'> {
  try {
    if (navigator.canShare?.(data)) {
      await navigator.share(data)
      return 'given'
    }
    await navigator.clipboard.writeText(data.url)
    return 'copied'
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'given' : 'failed'
  }
}
