import * as refusals from '#domain/refusals.ts'
import type { ApiError } from '../../http/http.ts'
import { useTexts } from '../../texts.ts'
import { type Acts, Refused } from '../../ui/way-on.tsx'
import wayWords from '../../ui/way-on-texts.ts'
import words from './failure-texts.ts'

/** Why no code was sent or none accepted, and what to do. */
export function Failure({ apiError, acts }: { apiError: ApiError; acts?: Acts }) {
  const t = useTexts(words)
  const { ways } = useTexts(wayWords)
  const { kind, message } = apiError
  // The field says it already.
  if (kind === 'refused' && apiError.code === refusals.phoneNotLinked)
    return <Refused tone="info" title={ways} apiError={apiError} acts={acts} />
  return (
    <Refused
      tone={kind === 'busy' || kind === 'offline' ? 'warn' : 'error'}
      title={kind === 'offline' ? t.offline : message || t.unavailable}
      apiError={apiError}
      acts={acts}
    />
  )
}
