import { useState } from 'react'
import { useReply } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { forget, keep, kept } from '../device.ts'
import { portal } from '../portal.ts'
import { messageWords as words } from './texts.ts'

/** Poll interval of what the client typed, ms. */
const pollMs = 2_000
const place = 'client-form'
type Form = { owner: string; id: string; url: string }

/** The last form shown to a client, until its content is taken. */
export type ClientForm = {
  url: string | null
  state: 'open' | 'seen' | 'sent' | 'expired' | null
  /** The client's input as a message of theirs would phrase it. */
  text: string | null
  ask: () => Promise<void>
  drop: () => void
}

/** Polls what the client types on their own phone, live, and on return to the sheet. */
export function useClientForm(owner: string): ClientForm {
  const [form, setForm] = useState<Form | null>(() => keptForm(owner))
  const { value, why } = useReply(
    portal,
    'promoterClientFormStatus',
    { id: form?.id ?? '' },
    {
      on: form !== null,
      everyMs: ({ state }) => (state === 'expired' ? false : pollMs),
      onReturn: true,
    },
  )
  const drop = (): void => {
    if (form) void portal('promoterClientFormDelete', { id: form.id }).catch(() => {})
    forget(place)
    setForm(null)
  }
  const ask = async (): Promise<void> => {
    const { data } = await portal('promoterClientFormCreate', {})
    const made = { owner, id: data.id, url: data.url }
    keep(place, made)
    setForm(made)
  }
  const isGone = why?.kind === 'missing'
  const now = form && !isGone ? value : null
  return {
    url: isGone ? null : (form?.url ?? null),
    state: now?.state ?? null,
    text: now?.typed ? textOf(now.typed) : null,
    ask,
    drop,
  }
}

const textOf = (typed: Readonly<Record<string, string>>): string =>
  [
    typed['iin'],
    typed['phone'] ? `+${typed['phone']}` : '',
    typed['plate'],
    typed['techPassport'],
    typed['email'],
  ]
    .filter(Boolean)
    .join('\n')

function keptForm(owner: string): Form | null {
  const value = kept(place)
  return isForm(value) && value.owner === owner ? value : null
}

// Checks a stored form: only `ask` creates one.
const isForm = (value: unknown): value is Form =>
  typeof value === 'object' && value !== null && 'owner' in value && 'id' in value && 'url' in value

/** A client's completed form waits at the sheet, whatever is open there. */
export function TypedNotice({ of, onShow }: { of: ClientForm; onShow: () => void }) {
  const t = useTexts(words)
  if (of.text === null) return null
  return (
    <Notice
      tone="info"
      live
      title={t.typed}
      action={
        <>
          <Button size="small" variant="secondary" onClick={onShow}>
            {t.show}
          </Button>
          <Button size="small" variant="quiet" onClick={of.drop}>
            {t.discard}
          </Button>
        </>
      }
    />
  )
}
