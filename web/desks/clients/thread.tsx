import { useState } from 'react'
import { flushSync } from 'react-dom'
import { pathOf } from '#contract/pages.ts'
import { formatTime } from '#domain/calendar.ts'
import { piecesOf, waitsFor } from '#domain/inbox.ts'
import { formatPhone } from '#domain/phone.ts'
import { vehicleTypes } from '#texts/vehicle-types.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ClockIcon, DocumentIcon } from '../../ui/later-icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Select } from '../../ui/select.tsx'
import { useLive } from '../live.ts'
import { NOTE, WriteNote } from '../notes/case-notes.tsx'
import { NoteLine } from '../notes/note-line.tsx'
import { useHits } from '../search/hits.tsx'
import { Stroke } from '../shell/icons.tsx'
import { useKeys, useOpened } from '../shell/keys.ts'
import styles from './inbox.module.css'
import inbox from './inbox.module.css'
import inboxWords from './inbox-texts.ts'
import { type Conversation, REPLY, ReplyForm } from './reply-form.tsx'
import words from './texts.ts'

/** Results for a number of the text. It is a search: recorded as any other. */
function FoundBy({ number }: { number: string }) {
  const i = useTexts(inboxWords)
  const loading = useReply(ask, 'staffSearch', { text: number })
  const who = useReply(ask, 'cabinetUser', {}).value
  return (
    <section className={styles.found} role="status">
      <Loaded loading={loading} value={who ? loading.value : null}>
        {(found) => (who ? <Hits found={found} user={who} number={number} /> : <p>{i.one}</p>)}
      </Loaded>
    </section>
  )
}

type FoundByProps = {
  found: Parameters<ReturnType<typeof useHits>>[0]
  user: Parameters<typeof useHits>[0]
  number: string
}

function Hits({ found, user, number }: FoundByProps) {
  const i = useTexts(inboxWords)
  const hits = useHits(user)(found).filter(({ group }) => group !== 'act')
  if (hits.length === 0) return <p>{i.nothing(number)}</p>
  return (
    <>
      <h3>{i.found(number)}</h3>
      <ul>
        {hits.map(({ key, icon, href, title, more, aside }) => (
          <li key={key}>
            <Stroke of={icon} />
            <a href={href}>{title}</a>
            <span className={styles.soft}>{[more, aside].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

type Props = { id: string; onDone: () => void }
type Writes = 'reply' | 'note'

/** One person's conversation: their messages, our replies, and the next reply. */
export function Thread({ id, onDone }: Props) {
  const loading = useReply(ask, 'staffInboxThread', { id })
  useLive('inbox', 'staffInboxThread')
  return (
    <Loaded loading={loading} value={loading.value}>
      {(thread) => <One id={id} thread={thread} onDone={onDone} />}
    </Loaded>
  )
}

function One({ id, thread, onDone }: Props & { thread: Conversation }) {
  const t = useTexts(words)
  const i = useTexts(inboxWords)
  const [asked, setAsked] = useState<string | null>(null)
  useOpened(asked !== null, () => setAsked(null))
  const [writes, setWrites] = useState<Writes>('reply')
  const { messages, replies, notes } = thread
  const lines = [
    ...messages.map((message) => ({ at: message.at, message, reply: null, note: null })),
    ...replies.map((reply) => ({ at: reply.at, message: null, reply, note: null })),
    ...notes.notes.map((note) => ({ at: note.at, message: null, reply: null, note })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  const write = (what: Writes) => {
    // A hidden field takes no focus.
    flushSync(() => setWrites(what))
    document.getElementById(what === 'note' ? NOTE : REPLY)?.focus()
  }
  useKeys({ KeyN: () => write('note'), KeyR: () => write('reply') })
  return (
    <div className={styles.thread}>
      <Head id={id} thread={thread} onDone={onDone} />
      <div className={styles.lines}>
        {lines.map(({ message, reply, note }) =>
          message ? (
            <article key={message.id} className={styles.theirs}>
              <p className={styles.soft}>
                {t.requestNumber(message.number)} · {almatyTime(message.at)}
              </p>
              <div className={styles.bubble}>
                <RequestDetails message={message} onNumber={setAsked} />
              </div>
              {message.note ? <p className={styles.soft}>{message.note}</p> : null}
            </article>
          ) : reply ? (
            <Answered key={reply.id} reply={reply} />
          ) : note ? (
            <NoteLine key={note.id} note={note} onDone={onDone} />
          ) : null,
        )}
        {asked ? <FoundBy key={asked} number={asked} /> : null}
      </div>
      <div className={styles.form} data-inside={writes === 'note' || undefined}>
        <fieldset className={styles.which} aria-label={i.writes}>
          {(['reply', 'note'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === writes}
              aria-keyshortcuts={one === 'note' ? 'N' : 'R'}
              onClick={() => write(one)}
            >
              {one === 'note' ? i.note : i.text}
            </button>
          ))}
        </fieldset>
        {/* Both forms stay mounted: a draft is still there after switching back. */}
        <div hidden={writes !== 'reply'}>
          <ReplyForm thread={thread} on={writes === 'reply'} onDone={onDone} />
        </div>
        <div hidden={writes !== 'note'}>
          <WriteNote about="inbox" subject={id} of={notes} onDone={onDone} />
        </div>
      </div>
    </div>
  )
}

function Answered({ reply }: { reply: Conversation['replies'][number] }) {
  const i = useTexts(inboxWords)
  const state = reply.refused
    ? i.refused
    : reply.sent_at
      ? i.arrived(almatyTime(reply.sent_at))
      : i.goes
  return (
    <article className={styles.ours}>
      <p className={styles.soft}>
        {reply.by} · {i.ways[reply.way]} · {almatyTime(reply.at)}
      </p>
      <div className={styles.bubble}>
        <p>{reply.text}</p>
      </div>
      <p className={styles.soft} data-bad={reply.refused || undefined}>
        {state}
      </p>
    </article>
  )
}

/**
 * The client, the colleague in charge, and who must act next; buttons to take it, close it without
 * a letter, reopen it.
 */
function Head({ id, thread, onDone }: Props & { thread: Conversation }) {
  const t = useTexts(words)
  const i = useTexts(inboxWords)
  const locale = useLocale()
  const act = useAct()
  const { messages, account_id } = thread
  const { colleagues } = thread.notes
  const newest = messages.at(-1)
  const open = messages.find(({ state }) => state !== 'answered')
  const me = colleagues.find((one) => one.me)
  const owner = open?.by ? colleagues.find(({ name }) => name === open.by) : undefined
  const run = async (work: () => Promise<unknown>) => {
    await act.run(work)
    onDone()
  }
  const take = () => {
    if (open && me && owner?.id !== me.id)
      void run(() => ask('staffInboxAssign', { id, to: me.id }))
  }
  const answer = () => {
    if (!open) return
    void run(() => ask('staffSetInbox', { id: open.id, from: open.state, to: 'answered' }))
  }
  const reopen = () => {
    if (open || !newest) return
    void run(() => ask('staffSetInbox', { id: newest.id, from: 'answered', to: 'in_work' }))
  }
  useKeys({
    KeyA: take,
    KeyD: answer,
  })
  if (!newest) return null
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <h2>{newest.name || i.nameless}</h2>
        <p>
          <a href={`tel:+${newest.phone}`}>{formatPhone(newest.phone)}</a>
          {newest.email ? <a href={`mailto:${newest.email}`}>{newest.email}</a> : null}
          {account_id ? (
            <a href={`${pathOf('staff-clients', locale)}?client=${account_id}`}>{i.client}</a>
          ) : null}
          <span className={styles.soft}>{t.languages[newest.language]}</span>
        </p>
      </div>
      {open ? (
        <div className={styles.acts}>
          <Select
            key={`owner ${owner?.id ?? ''}`}
            name="owner"
            label={i.owner}
            placeholder={owner ? undefined : i.noOwner}
            defaultValue={owner?.id}
            options={colleagues.map((one) => ({
              value: one.id,
              label: one.me ? i.me(one.name) : one.name,
            }))}
            onValue={(to) => {
              if (to) void run(() => ask('staffInboxAssign', { id, to }))
            }}
          />
          <Select
            key={`waits ${open.waits_for ?? ''}`}
            name="waits"
            label={i.waits}
            defaultValue={open.waits_for ?? 'nobody'}
            options={[
              { value: 'nobody', label: i.nobody },
              ...waitsFor.map((one) => ({ value: one, label: i.waitsFor[one] })),
            ]}
            onValue={(value) => {
              const whom = waitsFor.find((one) => one === value) ?? null
              void run(() => ask('staffInboxAssign', { id, waits_for: whom }))
            }}
          />
          {me && owner?.id !== me.id ? (
            <Button
              variant="secondary"
              size="small"
              busy={act.busy}
              aria-keyshortcuts="A"
              onClick={take}
            >
              {i.take}
            </Button>
          ) : null}
          <Button
            variant="secondary"
            size="small"
            busy={act.busy}
            aria-keyshortcuts="D"
            onClick={answer}
          >
            {i.answered}
          </Button>
        </div>
      ) : (
        <div className={styles.acts}>
          <Button variant="secondary" size="small" busy={act.busy} onClick={reopen}>
            {i.reopen}
          </Button>
        </div>
      )}
      <ActError act={act} />
    </header>
  )
}

type Message = Reply<'staffInboxThread'>['data']['messages'][number]
type RequestDetailsProps = { message: Message; onNumber: (number: string) => void }
type Words = (typeof words)['kz']

/** What the client requests: a reply, a call at their time, a bill for an organisation. */
function RequestDetails({ message: { text, call, organisation }, onNumber }: RequestDetailsProps) {
  const t = useTexts(words)
  return (
    <>
      {call ? (
        <p>
          <Chip tone="now" icon={<ClockIcon />}>
            {whenCalled(t, call)}
          </Chip>
        </p>
      ) : null}
      {organisation ? <Organisation of={organisation} /> : null}
      {text ? <Text text={text} onNumber={onNumber} /> : null}
    </>
  )
}

/** Returns the time at which the client wants to be called. */
export const whenCalled = (t: Words, { from, until }: NonNullable<Message['call']>): string =>
  until ? t.callBetween(`${almatyTime(from)}–${endOf(until)}`) : t.callSoon

/** Text in which each number is a link to the search. */
function Text({ text, onNumber }: { text: string; onNumber: RequestDetailsProps['onNumber'] }) {
  const i = useTexts(inboxWords)
  return (
    <p>
      {piecesOf(text).map(({ text: piece, number }, at) =>
        number ? (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text do not move
            key={at}
            type="button"
            className={inbox.number}
            title={i.find(piece)}
            onClick={() => onNumber(number)}
          >
            {piece}
          </button>
        ) : (
          piece
        ),
      )}
    </p>
  )
}

/** The end of a slot; midnight belongs to the evening it closes. */
const endOf = (instant: string): string => {
  const time = formatTime(new Date(instant))
  return time === '00:00' ? '24:00' : time
}

function Organisation({ of }: { of: NonNullable<Message['organisation']> }) {
  const all = useTexts(words)
  const t = all.organisation
  const locale = useLocale()
  const nameOf = (code: string) => vehicleTypes.find((one) => one.code === code)?.[locale] ?? code
  return (
    <>
      <p>
        <Chip icon={<DocumentIcon />}>{all.bill}</Chip>
      </p>
      <Facts
        facts={[
          { label: t.name, value: of.name },
          { label: t.bin, value: of.bin },
          ...(of.address ? [{ label: t.address, value: of.address }] : []),
          {
            label: t.place,
            value: `${of.region[locale]}, ${t.settlements[of.settlement]}`,
          },
          ...(of.carriage ? [{ label: t.carriage, value: t.carriageYes }] : []),
          {
            label: t.cars,
            value: (
              <ul>
                {of.groups.map(({ vehicleType, over, count, each, sum }) => (
                  <li key={`${vehicleType} ${over}`}>
                    {t.line(nameOf(vehicleType), over, count, money(each), money(sum))}
                  </li>
                ))}
              </ul>
            ),
          },
          { label: t.total, value: money(of.total) },
          ...(of.plates.length > 0 ? [{ label: t.plates, value: of.plates.join(', ') }] : []),
        ]}
      />
    </>
  )
}
