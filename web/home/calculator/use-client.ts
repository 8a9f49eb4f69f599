import { useEffect, useState } from 'react'
import { cabinetToken } from '../../session/session.ts'
import { ask } from './ask-later.ts'
import type { Home } from './chosen.ts'

/**
 * Who looks at the page: `unknown` in the HTML of the server, then a `stranger` or a `client`.
 * `registered` is the client's registered address: undefined while it is asked for, null where the
 * registers give none or do not answer.
 */
export type Client = { is: 'unknown' | 'stranger' | 'client'; registered?: Home | null }

export function useClient(): Client {
  const [client, setClient] = useState<Client>({ is: 'unknown' })
  // The session's cookie and the registers.
  useEffect(() => {
    if (!cabinetToken()) return setClient({ is: 'stranger' })
    setClient({ is: 'client' })
    const stop = new AbortController()
    const known = (registered: Home | null) => {
      if (!stop.signal.aborted) setClient({ is: 'client', registered })
    }
    // A convenience: without it the address is typed.
    ask('homePlans', {}, { signal: stop.signal }).then(
      ({ data }) => known(data.registered),
      () => known(null),
    )
    return () => stop.abort()
  }, [])
  // From now on the page itself says what comes.
  useEffect(() => {
    if (client.is !== 'unknown') delete document.documentElement.dataset.comes
  }, [client.is])
  return client
}
