import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { signInAddress } from '#domain/egov.ts'
import { notMeMs } from '#domain/lifetimes.ts'
import * as refusals from '#domain/refusals.ts'
import { capital } from '#texts/phrases.ts'
import { codeResendSeconds } from '../constants.ts'
import { ResendCode, startCountdown } from '../dialogs/resend.tsx'
import { api, type Reply } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/use-mutation.ts'
import { useLocale, useTexts } from '../texts.ts'
import { longMoment } from '../ui/almaty.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { CheckIcon, PhoneIcon } from '../ui/icons.tsx'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { BelowLand, LandFrame } from '../world/land-frame.tsx'
import styles from './not-me.module.css'
import words from './texts.ts'

const keyAt = 'qorgan.not-me'
/**
 * The key stands behind `#`, which no server or log sees, and leaves the address bar at once. The
 * tab keeps it: a phone drops the page while somebody reads the code among their messages.
 */
function takeKey(): string {
  // An SMS has the key alone.
  const key = /^#(?:key=)?([\w-]{20,})$/.exec(location.hash)?.[1]
  if (key) {
    sessionStorage.setItem(keyAt, key)
    history.replaceState(history.state, '', location.pathname)
  }
  return sessionStorage.getItem(keyAt) ?? ''
}

type About = Reply<'accountNotMeRead'>['data']
/** `lost`: no key of ours; `failed`: nothing is known of it, the network or the server said nothing. */
type State = 'opening' | 'works' | 'ended' | 'done' | 'used' | 'old' | 'lost' | 'failed'

/** What is said beside each state, and where its barrier stands. */
const sides = {
  opening: ['works', 'waits'],
  works: ['works', 'waits'],
  ended: ['ended', 'down'],
  done: ['done', 'up'],
  used: ['self', 'waits'],
  old: ['self', 'waits'],
  lost: ['self', 'waits'],
  failed: ['self', 'waits'],
} as const

const dayMs = 86_400_000

const fields = ['code', 'password', 'password_repeat'] as const
type Faults = Partial<Record<(typeof fields)[number], string>>

/** "It was not me": ends all sessions, then sets a new password by a code to the phone as it was. */
export function NotMe() {
  const t = useTexts(words)
  const locale = useLocale()
  const [key, setKey] = useState('')
  const [state, setState] = useState<State>('opening')
  const [about, setAbout] = useState<About | null>(null)
  const [phone, setPhone] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const { busy, once } = useMutation()

  const read = async (of: string) => {
    try {
      const { data } = await api('accountNotMeRead', { key: of })
      setAbout(data)
      setState(data.state)
    } catch (error) {
      setState(['missing', 'invalid'].includes(apiErrorOf(error).kind) ? 'lost' : 'failed')
    }
  }
  // The address bar and the server, which says what the link is about.
  useEffect(() => {
    const taken = takeKey()
    setKey(taken)
    void read(taken)
  }, [])

  const failed = (error: unknown) => {
    const apiError = apiErrorOf(error)
    // It ran out, or was used in another window, while the page stood open.
    if (apiError.kind === 'missing') return void read(key)
    const said: Faults =
      apiError.kind === 'invalid'
        ? Object.fromEntries(apiError.errors.map(({ path, message }) => [path, message]))
        : apiError.kind === 'refused' && apiError.code === refusals.wrongCode
          ? { code: apiError.message }
          : {}
    setFaults(said)
    if (!fields.some((name) => said[name])) setWrong(apiError.message || t.unsent)
  }
  // The code is typed next; what is wrong is mended where it stands.
  useEffect(() => {
    if (phone) document.getElementById('code')?.focus()
  }, [phone])
  useEffect(() => {
    const first = fields.find((name) => faults[name])
    if (first) document.getElementById(first)?.focus()
  }, [faults])
  const send = async () => {
    setWrong(null)
    const sentTo = (await api('accountNotMe', { key })).data?.phone ?? null
    startCountdown('not-me', codeResendSeconds)
    setPhone(sentTo)
    setState('ended')
  }
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    setWrong(null)
    setFaults({})
    await once(async () => {
      await api('accountNotMePassword', {
        key,
        code: text('code'),
        password: text('password'),
        password_repeat: text('password_repeat'),
      })
      setState('done')
    }, failed)
  }

  const signIn = (
    <LinkButton href={pathOf('account', locale)} wide>
      {t.signIn}
    </LinkButton>
  )
  /** What one does next, on the ground of the land. */
  const acts: Partial<Record<State, ReactNode>> = {
    works: (
      <>
        <Button busy={busy} onClick={() => void once(send, failed)} wide>
          {t.end}
        </Button>
        <LinkButton href={pathOf('account', locale)} variant="quiet" wide>
          {t.mine}
        </LinkButton>
      </>
    ),
    ended: phone ? null : (
      <LinkButton href={signInAddress(pathOf('account', locale), locale)} wide>
        {t.egov}
      </LinkButton>
    ),
    done: signIn,
    used: signIn,
    old: signIn,
    lost: signIn,
    failed: (
      <Button busy={busy} onClick={() => void once(() => read(key))} wide>
        {t.again}
      </Button>
    ),
  }
  const leads: Partial<Record<State, string>> = {
    works: t.lead,
    ...t.leads,
    ended: phone ? t.sent(phone) : t.noPhone,
    old: t.leads.old(notMeMs / dayMs),
    failed: t.failedText,
  }
  const heads: Partial<Record<State, string>> = { ...t.heads, failed: t.failed }
  const [side, gate] = sides[state]
  const isTyped = state === 'ended' && phone !== null
  // Beside the button that was pressed.
  const notice = wrong ? <Notice tone="error" title={wrong} live /> : null
  const { title, lines } = t.sides[side]
  return (
    <div data-bleed className={styles.page}>
      <LandFrame
        live
        gate={gate}
        title={heads[state] ?? t.title}
        lead={leads[state] ?? ''}
        below={
          <>
            {isTyped ? null : notice}
            {acts[state]}
          </>
        }
      />
      <BelowLand>
        <div className={styles.column}>
          {state === 'opening' ? <Skeleton shape="card" label={t.loading} /> : null}
          {state === 'works' && about ? (
            <section className={styles.card} aria-labelledby="change">
              <h2 id="change">{t.change}</h2>
              <Facts
                facts={[
                  { label: t.what, value: capital(about.what) },
                  { label: t.when, value: longMoment(locale, about.at) },
                ]}
              />
            </section>
          ) : null}
          {isTyped ? (
            <form className={styles.card} onSubmit={(event) => void save(event)} noValidate>
              <TextField
                name="code"
                label={t.code}
                error={faults.code}
                inputMode="numeric"
                autoComplete="one-time-code"
              />
              <ResendCode place="not-me" onResend={() => send().catch(failed)} />
              <TextField
                name="password"
                label={t.password}
                error={faults.password}
                type="password"
                autoComplete="new-password"
              />
              <TextField
                name="password_repeat"
                label={t.repeat}
                error={faults.password_repeat}
                type="password"
                autoComplete="new-password"
              />
              {notice}
              <Button type="submit" busy={busy} wide>
                {t.save}
              </Button>
            </form>
          ) : null}
          <Call />
        </div>
        <section className={styles.told} aria-labelledby="told">
          <h2 id="told">{title}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line}>
                <CheckIcon />
                <span>{line}</span>
              </li>
            ))}
          </ul>
        </section>
      </BelowLand>
    </div>
  )
}

/** Somebody answers at any hour, and never asks for a code. */
function Call() {
  const t = useTexts(words)
  return (
    <section className={`deep ${styles.call}`}>
      <LinkButton href={`tel:${brand.callCentre}`} variant="secondary" icon={<PhoneIcon />} wide>
        {t.call}
      </LinkButton>
      <p>{t.clock}</p>
    </section>
  )
}
