import {
  type ComponentType,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { apiErrorOf } from '../http/http.ts'
import { useTexts } from '../texts.ts'
import { Button } from './button.tsx'
import { ConnectionToldContext } from './connection-told.ts'
import { ErrorState } from './error-state.tsx'
import styles from './loaded.module.css'
import words from './loaded-texts.ts'
import { Notice } from './notice.tsx'
import { Skeleton } from './skeleton.tsx'

export type Loading<T> = { value: T | null; error: 'offline' | 'error' | null; again: () => void }

/**
 * Loads on opening, on `again` and when the connection is back. The earlier value stays shown
 * meanwhile.
 */
export function useLoading<T>(load: (signal: AbortSignal) => Promise<T>): Loading<T> {
  const [first] = useState(() => load)
  const [value, setValue] = useState<T | null>(null)
  const [formError, setFormError] = useState<Loading<T>['error']>(null)
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((count) => count + 1), [])

  // A new round is the reason to ask again.
  useEffect(() => {
    const stop = new AbortController()
    first(stop.signal).then(
      (found) => {
        if (stop.signal.aborted) return
        setValue(() => found)
        setFormError(null)
      },
      (error: unknown) => {
        if (!stop.signal.aborted)
          setFormError(
            apiErrorOf(error).kind === 'offline' || !navigator.onLine ? 'offline' : 'error',
          )
      },
    )
    return () => stop.abort()
  }, [first, round]) // oxlint-disable-line react/exhaustive-deps

  useEffect(() => {
    if (formError !== 'offline') return
    const back = (): void => {
      setFormError(null)
      again()
    }
    addEventListener('online', back)
    return () => removeEventListener('online', back)
  }, [formError, again])
  return { value, error: formError, again }
}

type Props<T> = {
  loading: Pick<Loading<unknown>, 'error' | 'again'>
  value: T | null
  /** Name of what failed to load, if better than «the data». */
  failed?: string | undefined
  children: (value: T) => ReactNode
}

/**
 * The four states of a part of a shell: loading, loaded, failed with a retry, offline (then with
 * the known value). If the frame shows that the device is offline, the part stays loading.
 */
export function Loaded<T>({ loading: { error, again }, value, failed, children }: Props<T>) {
  const t = useTexts(words)
  const told = useContext(ConnectionToldContext)
  const formError = told && error === 'offline' ? null : error
  const retry = (
    <Button variant="secondary" size="small" onClick={again}>
      {t.retry}
    </Button>
  )
  return (
    <div className={styles.stack}>
      {formError === 'offline' ? (
        <Notice tone="warn" live title={t.offline} action={retry}>
          {t.offlineText}
        </Notice>
      ) : null}
      {formError === 'error' ? (
        <ErrorState title={failed ?? t.failed} action={retry}>
          {t.failedText}
        </ErrorState>
      ) : null}
      {value !== null ? children(value) : null}
      {value === null && !formError ? <Cards /> : null}
    </div>
  )
}

/** A part of a shell that is loading. */
export const OnItsWay = () => (
  <div className={styles.stack}>
    <Cards />
  </div>
)

function Cards() {
  const t = useTexts(words)
  return (
    <>
      <Skeleton shape="card" label={t.loading} />
      <Skeleton shape="card" />
    </>
  )
}

/**
 * A part of a shell in a file of its own, loaded when it is drawn; a failed load shows as missing
 * data do. `load` must be stable.
 */
export function Later({ load }: { load: () => Promise<ComponentType> }) {
  const loading = useLoading(load)
  return (
    <Loaded loading={loading} value={loading.value}>
      {(Part) => <Part />}
    </Loaded>
  )
}
