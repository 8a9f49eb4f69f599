import { useMemo, useRef, useState } from 'react'
import { mailReplyMax, type ReplyWay, replyWays, smsParts, smsReplyMax } from '#domain/inbox.ts'
import { isLocale, type Locale, languageTag, locales } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Select } from '../../ui/select.tsx'
import { useKeys } from '../shell/keys.ts'
import styles from './inbox.module.css'
import inboxWords from './inbox-texts.ts'

export type Conversation = Reply<'staffInboxThread'>['data']
/** Id of the reply field, for the key that leads to it. */
export const REPLY = 'inbox-reply'

/** `on`: the reply is being written now. */
type Props = { thread: Conversation; on: boolean; onDone: () => void }

/** Reply form: channel, language, and a template or free text. */
export function ReplyForm({ thread, on, onDone }: Props) {
  const i = useTexts(inboxWords)
  const locale = useLocale()
  const act = useAct(i.sent)
  const { messages, replies, templates, unreachable } = thread
  const newest = messages.at(-1)
  const hasMailbox = Boolean(newest?.email)
  const [way, setWay] = useState<ReplyWay>(
    unreachable.includes('sms') && hasMailbox && !unreachable.includes('mail') ? 'mail' : 'sms',
  )
  const [language, setLanguage] = useState<Locale>(newest?.language ?? 'kz')
  const [template, setTemplate] = useState('')
  const [text, setText] = useState('')
  const [round, setRound] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  // One form is one reply, however often it is sent.
  const key = useMemo(() => crypto.randomUUID(), [replies.length]) // oxlint-disable-line react/exhaustive-deps
  useKeys(on ? { 'Mod+Enter': () => form.current?.requestSubmit() } : {})
  if (!newest) return null
  const chosen = templates.find(({ code }) => code === template)
  const begin = (code: string, of: Locale, by = way) => {
    setTemplate(code)
    setLanguage(of)
    const words = templates.find((one) => one.code === code)?.text[by][of]
    if (words === undefined) return
    setText(words)
    setRound((now) => now + 1)
  }
  const send = async () => {
    const isSent = await act.run(() =>
      ask('staffInboxReply', {
        key,
        id: newest.id,
        way,
        text,
        language,
        ...(template ? { template } : {}),
      }),
    )
    if (isSent) {
      setText('')
      setTemplate('')
      setRound((now) => now + 1)
    }
    onDone()
  }
  const limit = way === 'sms' ? smsReplyMax : mailReplyMax
  const left = limit - text.length
  return (
    <form
      ref={form}
      className={styles.reply}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <div className={styles.chosen}>
        <Select
          name="way"
          label={i.way}
          defaultValue={way}
          options={replyWays
            .filter((one) => one === 'sms' || hasMailbox)
            .map((one) => ({
              value: one,
              label: unreachable.includes(one)
                ? `${i.ways[one]} – ${i.unreachable[one]}`
                : i.ways[one],
            }))}
          onValue={(value) => {
            const by = value === 'mail' ? 'mail' : 'sms'
            setWay(by)
            // Another channel may have another order's template. A text edited by hand stays.
            if (chosen && text === chosen.text[way][language]) begin(template, language, by)
          }}
        />
        <Select
          name="language"
          label={i.language}
          defaultValue={language}
          options={locales.map((one) => ({ value: one, label: i.languages[one] }))}
          onValue={(value) => {
            if (isLocale(value)) begin(template, value)
          }}
        />
        <Select
          key={`template ${round}`}
          name="template"
          label={i.template}
          defaultValue={template}
          options={[
            { value: '', label: i.own },
            ...templates.map(({ code, name }) => ({ value: code, label: name[locale] })),
          ]}
          onValue={(code) => begin(code, language)}
        />
      </div>
      <div lang={languageTag(language)}>
        <LimitedField
          key={`text ${round}`}
          id={REPLY}
          name="text"
          label={i.text}
          hint={i.textHint(way === 'sms' ? formatPhone(newest.phone) : newest.email)}
          rows={chosen || text.length > 120 ? 5 : 3}
          maxLength={mailReplyMax}
          defaultValue={text}
          onValue={setText}
          error={act.errors.text ?? (left < 0 ? i.tooLong : undefined)}
        />
      </div>
      <ActError act={act} />
      <div className={styles.send}>
        <Button type="submit" busy={act.busy} aria-keyshortcuts="Control+Enter">
          {i.send}
        </Button>
        {way === 'sms' && text && left >= 0 ? (
          <span className={styles.soft}>{i.parts(smsParts(text), left)}</span>
        ) : null}
      </div>
    </form>
  )
}
