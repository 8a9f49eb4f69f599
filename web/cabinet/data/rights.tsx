import { useRef, useState } from 'react'
import { almatyDay } from '#domain/calendar.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { ask } from '../../http/ask.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DownloadIcon } from '../../ui/later-icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useToast } from '../../ui/toast.tsx'
import page from '../cabinet.module.css'
import { useCabinet } from '../cabinet.ts'
import shell from '../texts.ts'
import words from './texts.ts'

/** Notifications before a policy ends: our reminders, and calls of promoters. */
export function Reminders({ on, calls }: { on: boolean; calls: boolean }) {
  const t = useTexts(words)
  return (
    <Card title={t.settings}>
      <Setting
        name="reminders"
        label={t.reminders}
        hint={t.remindersHint}
        on={on}
        said={(next) => (next ? t.remindersOn : t.remindersOff)}
        save={(next) => ask('cabinetSetReminders', { on: next })}
      />
      <Setting
        name="calls"
        label={t.calls}
        hint={t.callsHint}
        on={calls}
        said={(next) => (next ? t.callsOn : t.callsOff)}
        save={(next) => ask('cabinetSetCalls', { on: next })}
      />
    </Card>
  )
}

type SettingProps = {
  name: string
  label: string
  hint: string
  on: boolean
  said: (next: boolean) => string
  save: (next: boolean) => Promise<unknown>
}

/** A switch saved at once; it flips back if saving fails. */
function Setting({ name, label, hint, on, said, save }: SettingProps) {
  const { unavailable } = useTexts(shell)
  const say = useToast()
  const [kept, setKept] = useState({ on, round: 0 })
  const turn = async (next: boolean) => {
    if (next === kept.on) return
    try {
      await save(next)
      setKept(({ round }) => ({ on: next, round }))
      say({ text: said(next), tone: 'good' })
    } catch (error) {
      setKept(({ on: before, round }) => ({ on: before, round: round + 1 }))
      say({ text: apiErrorOf(error).message || unavailable, tone: 'bad', kind: 'snackbar' })
    }
  }
  return (
    <Switch
      key={kept.round}
      name={name}
      label={label}
      hint={hint}
      defaultChecked={kept.on}
      onChecked={(checked) => void turn(checked)}
    />
  )
}

/**
 * What a client may ask for: everything we hold as a file, and its deletion with what the law makes
 * us keep.
 */
export function Rights({ askedAt, onAsked }: { askedAt: string | null; onAsked: () => void }) {
  const t = useTexts(words)
  const { unavailable } = useTexts(shell)
  const locale = useLocale()
  const say = useToast()
  const { today } = useCabinet()
  const { doing: busy, once } = useMutation<'export' | 'delete'>()
  const [sure, setSure] = useState(false)
  const [taken, setTaken] = useState<{ message: string; keptUntil: string | null } | null>(null)
  /** The server asks for the password if the sign-in is not recent: the password's error. */
  const [proof, setProof] = useState<string | null>(null)
  const password = useRef<HTMLInputElement>(null)
  const close = () => {
    setSure(false)
    setProof(null)
  }
  const run = async (what: 'export' | 'delete', act: () => Promise<void>) => {
    let asks: string | undefined
    await once(
      act,
      (error) => {
        const found = apiErrorOf(error)
        asks = found.kind === 'invalid' ? found.errors[0]?.message : undefined
        if (asks) setProof(asks)
        else say({ text: found.message || unavailable, tone: 'bad', kind: 'snackbar' })
      },
      what,
    )
    if (!asks) close()
  }
  const take = () =>
    run('export', async () => {
      const { data } = await ask('cabinetExport', {})
      save(t.exportFile, JSON.stringify({ madeAt: data.madeAt, ...data.content }, null, 2))
      say({ text: t.exported, tone: 'good' })
    })
  const erase = () =>
    run('delete', async () => {
      const given = password.current?.value
      const body = given ? { current_password: given } : {}
      setTaken((await ask('cabinetAskDeletion', body)).data)
      onAsked()
    })
  // If our data did not load, the answer to the request is all that is known.
  const askedOn = askedAt ? almatyDay(new Date(askedAt)) : taken ? today : null
  return (
    <Card title={t.rights}>
      <p>{t.exportText}</p>
      <div className={page.actions}>
        <Button
          variant="secondary"
          size="small"
          icon={<DownloadIcon />}
          busy={busy === 'export'}
          onClick={() => void take()}
        >
          {t.export}
        </Button>
      </div>
      {askedOn ? (
        <div className={page.gap}>
          <Notice tone="info" title={t.asked(longDate(locale, askedOn))} live={taken !== null}>
            {taken ? <p>{taken.message}</p> : <p>{t.deleteText}</p>}
            {taken?.keptUntil ? <p>{t.kept(longDate(locale, taken.keptUntil))}</p> : null}
          </Notice>
        </div>
      ) : (
        <>
          <p className={page.gap}>{t.deleteText}</p>
          <Button variant="danger" size="small" onClick={() => setSure(true)}>
            {t.delete}
          </Button>
        </>
      )}
      <ConfirmDialog
        open={sure}
        danger
        title={t.deleteTitle}
        text={
          <div className={page.paragraphs}>
            <p>{t.deleteKept}</p>
            <p>{t.deleteLater}</p>
            <p>{t.deleteOpen}</p>
            {proof ? (
              <TextField
                name="current_password"
                type="password"
                autoComplete="current-password"
                label={t.deleteProof}
                inputRef={password}
                error={proof}
              />
            ) : null}
          </div>
        }
        yes={t.deleteYes}
        no={t.deleteNo}
        busy={busy === 'delete'}
        onYes={() => void erase()}
        onNo={close}
      />
    </Card>
  )
}

/** Gives the person a file made here. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url))
}
