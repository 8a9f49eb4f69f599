import { Suspense, useCallback, useRef } from 'react'
import { lazy } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import { CheckIcon, ChevronIcon } from '../../ui/icons.tsx'
import { PinIcon } from '../../ui/later-icons.tsx'
import { SuggestField } from '../../ui/suggest-field.tsx'
import styles from './address.module.css'
import { ask } from './ask-later.ts'
import type { Home, HomeChoice } from './chosen.ts'
import words from './texts.ts'
import type { Client } from './use-client.ts'

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

/** «5-үй» stays on one line; what is sent is the address as it is. */
const unbroken = (text: string): string => text.replaceAll(/(?<=\d)-(?=\p{L})/gu, '\u2011')

/**
 * The address of the registers: one tap for a client, a reason to sign in for whom we do not know.
 */
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
