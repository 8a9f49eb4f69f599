import type { Paper } from './render-paper.ts'
import { SheetFault, type SheetFaultName } from './sheet-fault.ts'

/** Reply to a paper: its bytes, or the failure. */
export type Made = { bytes: Uint8Array } | { failed: string; fault: SheetFaultName | null }
/** First reply, when the process is ready: the time of the paper counts from here. */
export type Begun = { begun: true }
const begun: Begun = { begun: true }

/**
 * A process that only makes papers (`makers.ts`): one at a time, until its parent disconnects or
 * dies.
 */
process.on('message', (paper: Paper) => {
  void made(paper).then((answer) => {
    // The parent may be gone by now: then this process ends too.
    process.send?.(answer, undefined, {}, () => {})
  })
})
process.on('disconnect', () => process.exit())
// Ctrl+C reaches everybody in the terminal: who started this one says when it ends.
process.on('SIGINT', () => {})
// The PDF reader logs every object of a stranger's file that it could not read.
console.warn = () => {}

async function made(paper: Paper): Promise<Made> {
  try {
    return { bytes: await bytesOf(paper) }
  } catch (cause) {
    return {
      failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      fault: cause instanceof SheetFault ? cause.fault : null,
    }
  }
}

/** Who only joins files of strangers needs no compiler, and the other way round. */
async function bytesOf(paper: Paper): Promise<Uint8Array> {
  if (paper.of === 'joined') {
    const { joinedPhotographs } = await import('./joined-photographs.ts')
    begins()
    return joinedPhotographs(paper.files, paper.about)
  }
  if (paper.of === 'case') {
    const { renderClaimFile } = await import('./claim-file.ts')
    begins()
    return renderClaimFile(paper.facts, paper.locale)
  }
  const { renderPaper } = await import('./render-paper.ts')
  begins()
  return renderPaper(paper)
}

const begins = () => process.send?.(begun, undefined, {}, () => {})
