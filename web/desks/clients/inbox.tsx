import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { usePages } from '../../ui/pages-of.ts'
import { setQuery, useReturns } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import words from './texts.ts'

const states = ['new', 'in_work', 'answered'] as const
type State = (typeof states)[number]
type Page = Reply<'staffInbox'>['data']
type Message = Page['messages'][number]

/** What people wrote through the contact form: taken by somebody, then answered. */
export function Inbox({ asked }: { asked: string }) {
  const t = useTexts(words)
  const returns = useReturns()
  const state = states.find((one) => one === asked) ?? 'new'
  const [counts, setCounts] = useState<Page['counts'] | null>(null)
  return (
    <div className={parts.stack}>
      <Select
        key={returns}
        name="inbox-state"
        label={t.inboxState}
        defaultValue={state}
        options={states.map((value) => ({
          value,
          label: counts ? `${t.inboxStates[value]} (${counts[value]})` : t.inboxStates[value],
        }))}
        onValue={(value) => setQuery({ inbox: value })}
      />
      <Messages key={state} state={state} onCounts={setCounts} />
    </div>
  )
}

function Messages({
  state,
  onCounts,
}: {
  state: State
  onCounts: (counts: Page['counts']) => void
}) {
  const t = useTexts(words)
  const { loading, page, rest, again } = usePages<Page>(
    async (cursor, signal) => {
      const { data } = await ask('staffInbox', { state, ...(cursor ? { cursor } : {}) }, { signal })
      onCounts(data.counts)
      return data
    },
    (before, after) => ({ ...after, messages: [...before.messages, ...after.messages] }),
  )
  const [moving, setMoving] = useState<{ message: Message; to: State } | null>(null)
  const act = useAct()
  const move = async (form: FormData) => {
    if (!moving) return
    const { message, to } = moving
    const done = await act.run(() =>
      ask('staffSetInbox', {
        id: message.id,
        from: message.state,
        to,
        note: String(form.get('note') ?? ''),
      }),
    )
    if (done) setMoving(null)
    again()
  }
  const title = { new: t.take, in_work: t.answer, answered: t.reopen }
  const after = { new: 'in_work', in_work: 'answered', answered: 'in_work' } as const
  return (
    <>
      <Loaded loading={loading} value={page}>
        {({ messages }) =>
          messages.length === 0 ? (
            <EmptyState title={t.inboxEmpty} />
          ) : (
            <>
              <ul className={parts.stack}>
                {messages.map((message) => (
                  <Card as="li" key={message.id}>
                    <div className={parts.form}>
                      <p>{message.text}</p>
                      <p className={parts.soft}>
                        {message.name}, <a href={`tel:+${message.phone}`}>+{message.phone}</a>,{' '}
                        <a href={`mailto:${message.email}`}>{message.email}</a>,{' '}
                        {t.languages[message.language]}, {almatyTime(message.at)}
                      </p>
                      {message.by ? <p className={parts.soft}>{t.by(message.by)}</p> : null}
                      {message.note ? <p>{message.note}</p> : null}
                      <div className={parts.actions}>
                        <Button
                          variant="secondary"
                          size="small"
                          aria-label={`${title[message.state]}: ${message.name}`}
                          onClick={() => setMoving({ message, to: after[message.state] })}
                        >
                          {title[message.state]}
                        </Button>
                      </div>
                    </div>
                  </Card>
                ))}
              </ul>
              {rest ? <LoadMore label={t.more} shown={t.shown(messages.length)} {...rest} /> : null}
            </>
          )
        }
      </Loaded>
      <ActDialog
        open={moving !== null}
        title={moving ? title[moving.message.state] : ''}
        submit={moving ? title[moving.message.state] : ''}
        act={act}
        onClose={() => {
          setMoving(null)
          act.reset()
        }}
        onSubmit={(form) => void move(form)}
      >
        <TextField
          key={moving?.message.id ?? ''}
          name="note"
          label={moving?.to === 'answered' ? t.answerNote : t.moveNote}
          optional={t.optional}
          rows={3}
          maxLength={1_000}
        />
      </ActDialog>
    </>
  )
}
