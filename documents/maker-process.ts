import { laidOut, type Paper } from './laid-out.ts'

/** What is answered to a paper: its bytes, or why there are none. */
export type Made = { bytes: Uint8Array } | { failed: string }

/**
 * A process that makes papers and nothing else (`makers.ts`): one at a time, until whoever started
 * it lets go of it or is gone.
 */
process.on('message', (paper: Paper) => {
  // Whoever asked may be gone by now: then this ends too.
  process.send?.(made(paper), undefined, {}, () => {})
})
process.on('disconnect', () => process.exit())
// Ctrl+C reaches everybody in the terminal: who started this one says when it ends.
process.on('SIGINT', () => {})

function made(paper: Paper): Made {
  try {
    return { bytes: laidOut(paper) }
  } catch (cause) {
    return { failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
