import { useEffect, useState } from 'react'
import { formatPhone } from '#domain/phone.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReplyPages } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Asked } from './asked.tsx'
import styles from './front.module.css'
import words from './texts.ts'

export const inboxStates = ['new', 'in_work', 'answered'] as const
type State = (typeof inboxStates)[number]
type Page = Reply<'staffInbox'>['data']
export type InboxCounts = Page['counts']
type Message = Page['messages'][number]
type Props = { state: State; onCounts: (counts: InboxCounts) => void }

/** What people wrote through the contact form, of one state: taken by somebody, then answered. */
export function Inbox({ state, onCounts }: Props) {
  const t = useTexts(words)
  const { loading, page, rest, again } = useReplyPages<'staffInbox', Page>(
    ask,
    'staffInbox',
    { state },
    (before, after) => ({ ...after, messages: [...before.messages, ...after.messages] }),
  )
  const counts = page?.counts
  useEffect(() => {
    if (counts) onCounts(counts)
  }, [counts]) // oxlint-disable-line react/exhaustive-deps
  const [moving, setMoving] = useState<Message | null>(null)
  return (
    <>
      <Loaded loading={loading} value={page}>
        {({ messages }) =>
          messages.length === 0 ? (
            <EmptyState title={t.inboxEmpty} />
          ) : (
            <>
              <ul className={parts.lines}>
                {messages.map((message) => (
                  <OneMessage
                    key={message.id}
                    message={message}
                    onMove={() => setMoving(message)}
                  />
                ))}
              </ul>
              {rest ? <LoadMore label={t.more} shown={t.shown(messages.length)} {...rest} /> : null}
            </>
          )
        }
      </Loaded>
      <MoveDialog message={moving} onClose={() => setMoving(null)} onDone={again} />
    </>
  )
}

/** What a press leads to, and what it is called. */
const after = { new: 'in_work', in_work: 'answered', answered: 'in_work' } as const
const moveWords = (t: (typeof words)['kz']) => ({
  new: t.take,
  in_work: t.answer,
  answered: t.reopen,
})

function OneMessage({ message, onMove }: { message: Message; onMove: () => void }) {
  const t = useTexts(words)
  const title = moveWords(t)[message.state]
  return (
    <li className={styles.message}>
      <div className={styles.words}>
        <p>
          {message.name ? <b>{message.name}</b> : null}{' '}
          <span className={parts.soft}>
            {t.requestNumber(message.number)} · {almatyTime(message.at)} ·{' '}
            {t.languages[message.language]}
          </span>
        </p>
        <Asked message={message} />
        <p className={styles.contacts}>
          <a href={`tel:+${message.phone}`}>{formatPhone(message.phone)}</a>
          {message.email ? <a href={`mailto:${message.email}`}>{message.email}</a> : null}
        </p>
        {message.by ? <p className={parts.soft}>{t.by(message.by)}</p> : null}
        {message.note ? <p>{message.note}</p> : null}
      </div>
      <div>
        <Button
          variant="secondary"
          size="small"
          aria-label={`${title}: ${message.organisation?.name || message.name || message.number}`}
          onClick={onMove}
        >
          {title}
        </Button>
      </div>
    </li>
  )
}

type MoveProps = { message: Message | null; onClose: () => void; onDone: () => void }

/** Takes a message, answers it or opens it again, with a note. */
function MoveDialog({ message, onClose, onDone }: MoveProps) {
  const t = useTexts(words)
  const act = useAct()
  const title = message ? moveWords(t)[message.state] : ''
  const to = message ? after[message.state] : null
  const move = async (form: FormData) => {
    if (!message || !to) return
    const { id, state: from } = message
    const note = String(form.get('note') ?? '')
    if (await act.run(() => ask('staffSetInbox', { id, from, to, note }))) onClose()
    onDone()
  }
  return (
    <ActDialog
      open={message !== null}
      title={title}
      submit={title}
      act={act}
      onClose={() => {
        onClose()
        act.reset()
      }}
      onSubmit={(form) => void move(form)}
    >
      <LimitedField
        key={message?.id ?? ''}
        name="note"
        label={to === 'answered' ? t.answerNote : t.moveNote}
        optional={t.optional}
        rows={3}
        maxLength={1_000}
      />
    </ActDialog>
  )
}
