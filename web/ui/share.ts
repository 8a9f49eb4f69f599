/**
 * Shares a link by the phone's own share sheet; copies it if there is none. Closing the sheet is no
 * failure.
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
