import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Reply } from '../../api.ts'
import { faultOf } from '../../http.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { portal } from '../promoter/portal.ts'
import { type Found, PolicyResult } from './policy-result.tsx'
import styles from './search.module.css'
import words from './texts.ts'

const TerminateDialog = lazy(() => import('./terminate-dialog.tsx').then((module) => ({ default: module.TerminateDialog })))
const CancelDialog = lazy(() => import('./cancel-dialog.tsx').then((module) => ({ default: module.CancelDialog })))

const ways = ['globalId', 'plate', 'iin', 'phone'] as const
type Way = (typeof ways)[number]
type Asked = { by: Way; value: string }

/** Any policy by its Global ID; by plate, IIN and phone the promoter's own sales. */
export function Search() {
  const t = useTexts(words)
  const [way, setWay] = useState<Way>('globalId')
  const [wrong, setWrong] = useState<string | undefined>()
  const [trouble, setTrouble] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [rest, setRest] = useState<'untouched' | 'asked' | 'failed'>('untouched')
  const [found, setFound] = useState<Reply<'promoterSearch'>['data'] | null>(null)
  const [ending, setEnding] = useState<{ kind: 'terminate' | 'cancel'; policy: Found } | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const look = async (what: Asked, cursor: string | null = null): Promise<void> => {
    setBusy(true)
    setTrouble(null)
    try {
      const { data } = await portal('promoterSearch', { ...what, ...(cursor ? { cursor } : {}) })
      setAsked(what)
      setRest(cursor ? 'asked' : 'untouched')
      setFound((before) => (cursor && before ? { policies: [...before.policies, ...data.policies], next: data.next } : data))
      // Only a Global ID may stand in an address: the others are about a person.
      const query = what.by === 'globalId' ? `?${new URLSearchParams({ globalId: what.value })}` : ''
      history.replaceState(null, '', location.pathname + query)
    } catch (error) {
      const fault = faultOf(error)
      if (cursor) return setRest('failed')
      // What was found before answers another question.
      setFound(null)
      if (fault.kind === 'invalid') setWrong(fault.errors[0]?.message)
      else setTrouble(fault.message || (fault.kind === 'offline' ? t.offline : t.failed))
    } finally {
      setBusy(false)
    }
  }
  // Outside React: the address. A link may bring the number along.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const globalId = new URLSearchParams(location.search).get('globalId')
    if (!globalId) return
    if (input.current) input.current.value = globalId
    void look({ by: 'globalId', value: globalId })
  }, []) // oxlint-disable-line react/exhaustive-deps

  const ask = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const value = input.current?.value.trim() ?? ''
    setWrong(value ? undefined : t.required)
    if (value) void look({ by: way, value })
    else input.current?.focus()
  }
  const again = (): void => void (asked && look(asked))
  return (
    <div className={styles.page}>
      <h1>{t.heading}</h1>
      <form className={styles.form} onSubmit={ask} noValidate>
        <Select
          name="by"
          label={t.by}
          options={ways.map((value) => ({ value, label: t.ways[value] }))}
          onValue={(value) => {
            setWay(ways.find((one) => one === value) ?? 'globalId')
            setWrong(undefined)
            setFound(null)
          }}
        />
        <TextField
          key={way}
          name="value"
          label={t.ways[way]}
          optional={t.hints[way]}
          inputMode={way === 'iin' || way === 'phone' ? 'tel' : 'text'}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={40}
          inputRef={input}
          error={wrong}
          onValue={() => setWrong(undefined)}
        />
        <Button type="submit" busy={busy}>
          {t.search}
        </Button>
      </form>
      {trouble ? <Notice tone="error" live title={trouble} /> : null}
      <div aria-live="polite">{found && found.policies.length === 0 ? <EmptyState title={t.none} /> : null}</div>
      {found?.policies.length ? (
        <ul className={styles.results}>
          {found.policies.map((policy) => (
            <li key={policy.globalId}>
              <PolicyResult policy={policy} onEnd={(kind) => setEnding({ kind, policy })} />
            </li>
          ))}
        </ul>
      ) : null}
      {found && asked && (found.next || rest !== 'untouched') ? (
        <LoadMore
          label={t.more}
          shown={t.shown(found.policies.length)}
          busy={busy}
          failed={rest === 'failed'}
          last={!found.next}
          onMore={() => void look(asked, found.next)}
        />
      ) : null}
      <Suspense>
        {ending?.kind === 'terminate' ? (
          <TerminateDialog globalId={ending.policy.globalId} onClose={() => setEnding(null)} onChanged={again} />
        ) : null}
        {ending?.kind === 'cancel' ? (
          <CancelDialog globalId={ending.policy.globalId} onClose={() => setEnding(null)} onChanged={again} />
        ) : null}
      </Suspense>
    </div>
  )
}
