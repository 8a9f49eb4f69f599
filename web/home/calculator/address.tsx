import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Reply } from '../../http/api.ts'
import type { ask as Ask } from '../../http/ask.ts'
import { lazy } from '../../lazy.ts'
import { cabinetToken } from '../../session/session.ts'
import { useTexts } from '../../texts.ts'
import { CheckIcon, ChevronIcon } from '../../ui/icons.tsx'
import { PinIcon } from '../../ui/later-icons.tsx'
import { SuggestField } from '../../ui/suggest-field.tsx'
import styles from './address.module.css'
import words from './texts.ts'

type Home = Reply<'addressByCode'>['data']

/**
 * Stores the choice in the page's address, so that a reload, the other language and the sign-in
 * keep it. `null` removes it.
 */
export function keepChosen(chosen: { plan?: number; address?: string | null }): void {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(chosen))
    if (value === null) query.delete(name)
    else query.set(name, String(value))
  history.replaceState(history.state, '', `?${query}`)
}

export type HomeChoice = {
  home: Home | null
  flats: readonly Home[]
  flat: string
  /** The code to insure: of the home, or of the flat if there are flats. */
  code: string | null
  /** The home that the address of the page names is on its way. */
  coming: boolean
  take: (found: Home) => Promise<void>
  takeFlat: (code: string) => void
  clear: () => void
}

/** The chosen home, with the flats of its building; begins with the one of the address. */
export function useHomeChoice(failed: () => void): HomeChoice {
  const [home, setHome] = useState<Home | null>(null)
  const [flats, setFlats] = useState<readonly Home[]>([])
  const [flat, setFlat] = useState('')
  const [coming, setComing] = useState(false)
  // Whichever was chosen last: the flats of an earlier one may come after it.
  const last = useRef<string | null>(null)

  const choose = (found: Home | null) => {
    last.current = found?.code ?? null
    setComing(false)
    setHome(found)
    setFlat('')
    setFlats([])
    keepChosen({ address: found?.code ?? null })
  }
  const take = async (found: Home) => {
    choose(found)
    if (!found.flats) return
    const { data } = await ask('addressSuggest', { text: '', building: found.code })
    if (last.current === found.code) setFlats(data)
  }
  const takeFlat = (code: string) => {
    setFlat(code)
    keepChosen({ address: code || last.current })
  }
  const begin = useRef({ take, failed })

  // The address of the page, once.
  useEffect(() => {
    const code = new URLSearchParams(location.search).get('address')
    if (!code) return
    const stop = new AbortController()
    setComing(true)
    ask('addressByCode', { code }, { signal: stop.signal })
      .then(({ data }) => (last.current === null ? begin.current.take(data) : undefined))
      .catch(() => {
        if (stop.signal.aborted) return
        setComing(false)
        begin.current.failed()
      })
    return () => stop.abort()
  }, [])

  const code = home ? (home.flats ? flat || null : home.code) : null
  return { home, flats, flat, code, coming, take, takeFlat, clear: () => choose(null) }
}

/** A call of this page: none is made before the first paint, and what makes them comes after it. */
const ask: typeof Ask = async (...asked) => (await import('../../http/ask.ts')).ask(...asked)

/** Loaded for a building with flats. */
const Select = lazy(() => import('../../ui/select.tsx').then(({ Select }) => ({ default: Select })))

type Props = {
  choice: HomeChoice
  client: Client
  /** Begins the sign-in, after which the registered address is one tap. */
  onSignIn: () => void
  onFailed: () => void
  errorOf: (field: 'address' | 'flat') => string | undefined
}

/** Which home: the registered address by one tap, or any other by its street and house. */
export function Address({ choice, client, onSignIn, onFailed, errorOf }: Props) {
  const t = useTexts(words)
  const { home, flats, flat } = choice
  const isRegistered = home !== null && home.code === client.registered?.code
  const take = (chosen: Home) => void choice.take(chosen).catch(onFailed)
  const suggested = useRef<readonly Home[]>([])
  const suggest = useCallback(async (text: string, signal: AbortSignal) => {
    const { data } = await ask('addressSuggest', { text }, { signal })
    suggested.current = data
    return data.map(({ code, text }) => ({ id: code, label: unbroken(text) }))
  }, [])
  const choose = (code: string) => {
    const chosen = suggested.current.find((one) => one.code === code)
    if (chosen) take(chosen)
  }
  return (
    <div className={styles.address}>
      <Registered client={client} chosen={home?.code} onTake={take} onSignIn={onSignIn} />
      <SuggestField
        name="address"
        label={client.registered ? t.otherAddress : t.address}
        hint={t.addressHint}
        error={errorOf('address')}
        text={home?.text ?? ''}
        suggest={suggest}
        onChoose={({ id }) => choose(id)}
        onTyped={choice.clear}
        none={t.none}
        failed={t.failed}
      />
      {home?.flats ? (
        <Suspense fallback={<div className={styles.flat} />}>
          <Select
            key={home.code}
            name="flat"
            label={t.flat}
            placeholder={t.flatPlaceholder}
            error={errorOf('flat')}
            onValue={choice.takeFlat}
            options={flats.map((one) => ({
              value: one.code,
              label: one.text.slice(one.text.lastIndexOf(',') + 1).trim(),
            }))}
          />
        </Suspense>
      ) : null}
      {/* The field is one line: a long address is read here. Its place is there before it. */}
      <p
        className={styles.chosen}
        data-place={(home && !isRegistered) || choice.coming ? '' : undefined}
      >
        {choice.code && !isRegistered ? (
          <>
            <CheckIcon />{' '}
            {unbroken(flats.find(({ code }) => code === flat)?.text ?? home?.text ?? '')}
          </>
        ) : null}
      </p>
    </div>
  )
}

/** Keeps «5-үй» on one line on screen; the address sent is unchanged. */
const unbroken = (text: string): string => text.replaceAll(/(?<=\d)-(?=\p{L})/gu, '\u2011')

/** The registered address: one tap for a client, a reason to sign in for an unknown visitor. */
function Registered({
  client,
  chosen,
  onTake,
  onSignIn,
}: {
  client: Client
  chosen: string | undefined
  onTake: (registered: Home) => void
  onSignIn: () => void
}) {
  const t = useTexts(words)
  const { registered } = client
  // As high whatever the registers answer: nothing below is moved.
  const asked = client.is === 'client' && registered === undefined
  const none = client.is === 'client' && registered === null
  return (
    <button
      type="button"
      className={styles.registered}
      disabled={asked || none}
      aria-pressed={registered ? chosen === registered.code : undefined}
      onClick={() => (registered ? onTake(registered) : onSignIn())}
    >
      <span className={styles.face}>
        <PinIcon />
      </span>
      <span>
        <b>{t.registered}</b>
        <small>
          {registered
            ? unbroken(registered.text)
            : none
              ? t.registeredNone
              : asked
                ? t.registeredAsked
                : t.registeredIn}
        </small>
      </span>
      {none ? null : registered && chosen === registered.code ? (
        <CheckIcon />
      ) : (
        <ChevronIcon className={styles.on} />
      )}
    </button>
  )
}

/**
 * The visitor: `unknown` in the HTML of the server, then a `stranger` or a `client`. `registered`
 * is the client's registered address: undefined while it loads, null if the registers give none or
 * do not answer.
 */
type Client = { is: 'unknown' | 'stranger' | 'client'; registered?: Home | null }

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
