import { useId } from 'react'
import * as refusals from '#domain/refusals.ts'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useRead } from '../../http/replies.ts'
import type { StaffClaim } from './claim.ts'

export type ClaimFile = StaffClaim['documents'][number]
type Link = { url: string | null }
const FIRST_PAUSE_MS = 700
const LONGEST_PAUSE_MS = 15_000
const NOT_SCANNED = refusals.fileNotScanned
const INFECTED = refusals.fileInfected

/** A link is valid for a minute and one use, so each place that shows the file requests its own. */
export const useLink = (file: ClaimFile) =>
  useRead('cabinetFileLink', [file.id, useId()], (signal) => linkOf(file, signal))

/** The link of a file as soon as it may be opened; null when it never may. */
async function linkOf(file: ClaimFile, signal: AbortSignal): Promise<Link> {
  if (file.scan === 'infected') return { url: null }
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
    try {
      const { url } = await ask('cabinetFileLink', { id: file.id }, { signal })
      return { url }
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === INFECTED) return { url: null }
      if (apiError.kind !== 'refused' || apiError.code !== NOT_SCANNED) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
