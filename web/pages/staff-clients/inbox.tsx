import { useState } from 'react'
import type { Reply } from '../../api.ts'
import { ask } from '../../ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { setQuery } from '../../ui/query.ts'
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
  const state = states.find((one) => one === asked) ?? 'new'
  const [more, setMore] = useState<Page | null>(null)
  const loading = useLoading(async (signal) => (await ask('staffInbox', { state }, signal)).data)
  const [moving, setMoving] = useState<{ message: Message; to: State } | null>(null)
  const act = useAct()
  const page = more ?? loading.value
  const move = async (form: FormData) => {
    if (!moving) return
    const { message, to } = moving
    const done = await act.run(() =>
      ask('staffSetInbox', { id: message.id, from: message.state, to, note: String(form.get('note') ?? '') }),
    )
    if (done) setMoving(null)
    setMore(null)
    loading.again()
  }
  const loadMore = async () => {
    if (!page?.next) return
    const { data } = await ask('staffInbox', { state, cursor: page.next })
    setMore({ ...data, messages: [...page.messages, ...data.messages] })
  }
  const title = { new: t.take, in_work: t.answer, answered: t.reopen }
  const after = { new: 'in_work', in_work: 'answered', answered: 'in_work' } as const
  return (
    <div className={parts.stack}>
      <Select
        name="inbox-state"
        label={t.inboxState}
        defaultValue={state}
        options={states.map((value) => ({
          value,
          label: page ? `${t.inboxStates[value]} (${page.counts[value]})` : t.inboxStates[value],
        }))}
        onValue={(value) => setQuery({ inbox: value })}
      />
      <Loaded loading={loading} value={page}>
        {({ messages, next }) =>
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
                        <a href={`mailto:${message.email}`}>{message.email}</a>, {t.languages[message.language]}, {almatyTime(message.at)}
                      </p>
                      {message.by ? <p className={parts.soft}>{t.by(message.by)}</p> : null}
                      {message.note ? <p>{message.note}</p> : null}
                      <div className={parts.actions}>
                        <Button
                          look="secondary"
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
              {next ? <LoadMore label={t.more} shown={t.shown(messages.length)} onMore={() => void loadMore()} /> : null}
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
    </div>
  )
}
