import { type FormEvent, useState } from 'react'
import { addDays, almatyDay } from '#domain/calendar.ts'
import { pauseEdge } from '#domain/promoter/pause.ts'
import { capital } from '#texts/phrases.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReply } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useToast } from '../../ui/toast.tsx'
import { portal } from '../portal.ts'
import { BlockedNotice, usePause } from '../sale/blocked.tsx'
import styles from './desk.module.css'
import words from './texts.ts'

type Page = Reply<'promoterBlockPageData'>['data']
type Pause = { isBlocked: boolean; dateFrom: string | null; dateTo: string | null; text: string }

/** The switch, its dates, and the text everybody sees. */
export function PortalPage() {
  const t = useTexts(words)
  const loading = useReply(portal, 'promoterBlockPageData', {})
  const [saved, setSaved] = useState<Page | null>(null)
  return (
    <div className={styles.page}>
      <h1>{t.heading}</h1>
      <p className={styles.lead}>{t.lead}</p>
      <Loaded loading={loading} value={loading.value}>
        {(page) => <BlockForm page={saved ?? page} onSaved={setSaved} />}
      </Loaded>
    </div>
  )
}

/** Saves the form if its dates are in order. */
function useSave(page: Page, isBlocked: boolean, onSaved: (page: Page) => void) {
  const t = useTexts(words)
  const say = useToast()
  const { busy, once } = useMutation()
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [formError, setFormError] = useState<string | null>(null)

  /** Pausing everybody's sales asks for confirmation, with its end. */
  const [asked, setAsked] = useState<Pause | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const value = (name: string): string => String(form.get(name) ?? '').trim()
    const [dateFrom, dateTo] = [value('dateFrom') || null, value('dateTo') || null]
    const endless = isBlocked && dateTo === null
    const backwards = dateFrom !== null && dateTo !== null && dateTo < dateFrom
    const silent = isBlocked && value('text') === ''
    setWrong({
      ...(endless ? { dateTo: t.noEnd } : backwards ? { dateTo: t.wrongDates } : {}),
      ...(silent ? { text: t.noText } : {}),
    })
    setFormError(null)
    if (endless || backwards || silent) {
      document.getElementById(endless || backwards ? 'dateTo' : 'text')?.focus()
      return
    }
    // An unchanged day keeps its hour.
    const [from, to] = [kept(dateFrom, page.dateFrom), kept(dateTo, page.dateTo)]
    const body = { isBlocked, dateFrom: from, dateTo: to, text: value('text') }
    if (isBlocked) setAsked(body)
    else void save(body)
  }
  const save = async (body: Pause): Promise<void> => {
    await once(
      async () => {
        onSaved((await portal('promoterSaveBlockPage', body)).data)
        say({ text: t.saved, tone: 'good' })
      },
      (error) => {
        const apiError = apiErrorOf(error)
        if (apiError.kind === 'invalid')
          setWrong(Object.fromEntries(apiError.errors.map(({ path, message }) => [path, message])))
        else setFormError(apiError.message || t.failed)
      },
    )
    setAsked(null)
  }
  return { submit, save, asked, dismiss: () => setAsked(null), busy, wrong, formError }
}

/** So many days after today a pause usually ends. */
const usualEnds = [0, 1, 7] as const

function BlockForm({ page, onSaved }: { page: Page; onSaved: (page: Page) => void }) {
  const t = useTexts(words)
  const [isBlocked, setBlocked] = useState(page.isBlocked)
  const [from, setFrom] = useState(page.dateFrom)
  const [to, setTo] = useState(page.dateTo)
  const [text, setText] = useState(page.text)
  // Fields are uncontrolled: a new round remounts them with the pressed value.
  const [round, setRound] = useState(0)
  const press = (set: () => void) => {
    set()
    setRound((now) => now + 1)
  }
  const today = almatyDay(new Date())
  const told = usePause()
  const { submit, save, asked, dismiss, busy, wrong, formError } = useSave(page, isBlocked, onSaved)
  return (
    <div className={styles.parts}>
      <Notice
        tone={page.active ? 'warn' : 'success'}
        live
        title={page.active ? t.activeNow : t.openNow}
      />
      <form className={styles.form} onSubmit={submit} noValidate>
        <Switch
          name="isBlocked"
          label={t.switch}
          hint={t.switchHint}
          defaultChecked={page.isBlocked}
          onChecked={setBlocked}
        />
        <div className={styles.dates}>
          <DateField
            name="dateFrom"
            label={t.from}
            optional={t.optional}
            defaultValue={dayOf(page.dateFrom)}
            onValue={(day) => setFrom(kept(day || null, page.dateFrom))}
            error={wrong['dateFrom']}
          />
          <div>
            <DateField
              key={`to ${round}`}
              name="dateTo"
              label={t.to}
              {...(isBlocked ? {} : { optional: t.optional })}
              defaultValue={dayOf(to)}
              onValue={(day) => setTo(kept(day || null, page.dateTo))}
              error={wrong['dateTo']}
            />
            <fieldset className={styles.quick} aria-label={t.usualEnds}>
              {usualEnds.map((days) => (
                <button
                  key={days}
                  type="button"
                  aria-pressed={dayOf(to) === addDays(today, days)}
                  onClick={() => press(() => setTo(addDays(today, days)))}
                >
                  {t.ends[days]}
                </button>
              ))}
            </fieldset>
            <p>
              {page.dateTo && pauseEdge(page.dateTo, 'end').hour
                ? capital(told('end', page.dateTo))
                : t.toHint}
            </p>
          </div>
        </div>
        <div>
          <LimitedField
            key={`text ${round}`}
            name="text"
            label={t.text}
            {...(isBlocked ? {} : { optional: t.optional })}
            rows={4}
            maxLength={2000}
            defaultValue={text}
            onValue={setText}
            error={wrong['text']}
          />
          <fieldset className={styles.quick} aria-label={t.why}>
            {t.reasons.map((reason) => (
              <button
                key={reason}
                type="button"
                aria-pressed={text === reason}
                onClick={() => press(() => setText(reason))}
              >
                {reason}
              </button>
            ))}
          </fieldset>
        </div>
        {formError ? <Notice tone="error" live title={formError} /> : null}
        <Button type="submit" variant={isBlocked ? 'danger' : 'primary'} busy={busy}>
          {isBlocked && !page.isBlocked ? t.pause : t.save}
        </Button>
      </form>
      <aside className={styles.aside}>
        <section>
          <h2>{t.closes}</h2>
          <ul>
            {t.closed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <h2>{t.works}</h2>
          <ul>
            {t.open.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        {isBlocked ? (
          <section className={styles.preview} aria-label={t.preview}>
            <h2>{t.preview}</h2>
            <BlockedNotice page={{ ...page, dateFrom: from, dateTo: to, text }} />
          </section>
        ) : null}
      </aside>
      <ConfirmDialog
        open={asked !== null}
        danger
        title={t.sure}
        text={t.sureText(asked?.dateTo ? told('end', asked.dateTo) : '')}
        yes={t.sureYes}
        no={t.sureNo}
        busy={busy}
        onYes={() => asked && void save(asked)}
        onNo={dismiss}
      />
    </div>
  )
}

const kept = (day: string | null, before: string | null): string | null =>
  day !== null && day === dayOf(before) ? before : day

/** The day of Almaty (UTC+5) an instant falls on. */
const dayOf = (instant: string | null): string | undefined =>
  instant ? almatyDay(new Date(instant)) : undefined
