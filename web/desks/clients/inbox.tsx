import { useEffect } from 'react'
import { formatPhone } from '#domain/phone.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { askAnew, useReplyPages } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { queryWith, setQuery, useQuery } from '../../ui/query.ts'
import { useDuration } from '../../ui/use-duration.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useLive } from '../live.ts'
import { useKeys, useOpened } from '../shell/keys.ts'
import split from '../split/split.module.css'
import inboxWords from './inbox-texts.ts'
import words from './texts.ts'
import { Thread, whenCalled } from './thread.tsx'

export const inboxViews = ['new', 'mine', 'in_work', 'answered'] as const
export type InboxView = (typeof inboxViews)[number]
type Page = Reply<'staffInbox'>['data']
export type InboxCounts = Page['counts']
type Props = { view: InboxView; title: string; onCounts: (counts: InboxCounts) => void }
/** Wide enough for a conversation beside the list: the first one opens by itself. */
const BESIDE = '(width > 820px)'

/**
 * Messages of the contact form, a row for each person; one conversation beside the list
 * (`?message=`).
 */
export function Inbox({ view, title, onCounts }: Props) {
  const t = useTexts(words)
  const i = useTexts(inboxWords)
  const chosen = useQuery().get('message')
  const isBeside = useMedia(BESIDE)
  const { loading, page, rest } = useReplyPages<'staffInbox', Page>(
    ask,
    'staffInbox',
    { state: view === 'mine' ? 'in_work' : view, mine: view === 'mine' },
    (before, after) => ({ ...after, messages: [...before.messages, ...after.messages] }),
  )
  const counts = page?.counts
  useEffect(() => {
    if (counts) onCounts(counts)
  }, [counts]) // oxlint-disable-line react/exhaustive-deps
  useLive('inbox', 'staffInbox')
  const open = chosen ?? (isBeside ? (page?.messages[0]?.id ?? null) : null)
  const close = () => {
    setQuery({ message: null })
    if (chosen) rowOf(chosen)?.focus()
  }
  useOpened(chosen !== null, close)
  useKeys({
    KeyJ: () => walk(1, open),
    KeyK: () => walk(-1, open),
  })
  const changed = () => void askAnew(['staffInbox', 'staffInboxThread', 'staffToday'])
  return (
    <div
      className={split.split}
      data-open={chosen ? '' : undefined}
      data-empty={!open && page?.messages.length === 0 ? '' : undefined}
    >
      <section className={split.list} aria-label={title}>
        <Loaded loading={loading} value={page}>
          {({ messages }) =>
            messages.length === 0 ? (
              <EmptyState title={t.inboxEmpty}>{t.inboxEmptyText}</EmptyState>
            ) : (
              <>
                <ol>
                  {messages.map((message) => (
                    <li key={message.id}>
                      <Row message={message} current={message.id === open} />
                    </li>
                  ))}
                </ol>
                {rest ? (
                  <LoadMore label={t.more} shown={t.shown(messages.length)} {...rest} />
                ) : null}
              </>
            )
          }
        </Loaded>
      </section>
      <section className={split.detail} aria-label={i.one}>
        <button type="button" className={split.back} onClick={close}>
          <BackIcon />
          {title}
        </button>
        {open ? (
          <Thread key={open} id={open} onDone={changed} />
        ) : (
          <p className={split.nothing}>{page?.messages.length ? i.choose : null}</p>
        )}
      </section>
    </div>
  )
}

function Row({ message, current }: { message: Page['messages'][number]; current: boolean }) {
  const t = useTexts(words)
  const i = useTexts(inboxWords)
  const waited = useDuration()
  const { call, organisation } = message
  const about = call ? whenCalled(t, call) : organisation ? t.bill : message.text
  return (
    <a
      data-row
      data-key={message.id}
      className={split.row}
      href={queryWith({ message: message.id })}
      aria-current={current ? 'true' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        setQuery({ message: message.id })
      }}
    >
      <strong>{message.name || formatPhone(message.phone)}</strong>
      <span>{message.state === 'answered' ? '' : waited(message.at)}</span>
      <span className={split.facts}>
        <span>
          {[
            t.requestNumber(message.number),
            message.together > 1 ? i.together(message.together) : '',
            message.waits_for ? i.waitsFor[message.waits_for] : '',
            message.by ?? '',
            about.length > 50 ? `${about.slice(0, 50)}…` : about,
          ]
            .filter(Boolean)
            .map((fact) => (
              <span key={fact}>{fact} </span>
            ))}
        </span>
      </span>
    </a>
  )
}

const rowOf = (id: string) => document.querySelector<HTMLElement>(`a[data-key="${CSS.escape(id)}"]`)

/** `J` and `K`: to the next conversation; beside an open one it opens. */
function walk(step: 1 | -1, open: string | null): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[data-row]')]
  const focused = links.indexOf(document.activeElement as HTMLAnchorElement)
  const at = focused < 0 ? links.findIndex(({ dataset }) => dataset.key === open) : focused
  const link = links[at + step]
  link?.focus()
  if (open) link?.click()
}
