import { useState } from 'react'
import { formatTime } from '#domain/calendar.ts'
import { type HistoryEntry, inSaleOrder } from '#domain/history-event.ts'
import { historyOf } from '#domain/order-history.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import deskWords from './desk-texts.ts'
import { type Event, useEventTitle, useEventWords } from './event-words.ts'
import styles from './history.module.css'
import type { StaffOrder } from './order.ts'
import words from './texts.ts'

/** The order's whole way under its phases, repeats counted; or every event by itself. */
export function History({ order }: { order: StaffOrder }) {
  const t = useTexts(deskWords)
  const { cut } = useTexts(words)
  const [whole, setWhole] = useState(false)
  const [codes, setCodes] = useState(false)
  const phases = historyOf(order.events)
  const main = phases.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <section aria-label={t.history}>
      <div className={styles.head}>
        <h3>{t.history}</h3>
        <div className={styles.switch}>
          <button type="button" aria-pressed={!whole} onClick={() => setWhole(false)}>
            {t.main(main)}
          </button>
          <button type="button" aria-pressed={whole} onClick={() => setWhole(true)}>
            {t.all(order.events.length)}
          </button>
        </div>
        <label className={styles.codes}>
          <input
            type="checkbox"
            checked={codes}
            onChange={({ currentTarget }) => setCodes(currentTarget.checked)}
          />
          {t.codes}
        </label>
      </div>
      {order.cut ? <p className={styles.soft}>{cut}</p> : null}
      {phases.map(({ name, from, to, entries }) => (
        <div key={name}>
          <h4>
            {t.phases[name]} <span>{span(from, to)}</span>
          </h4>
          <ol className={styles.entries}>
            {whole
              ? entries
                  .flatMap(({ events }) => events)
                  .sort(inSaleOrder)
                  .map((event, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever drawn whole
                    <One key={at} event={event} codes={codes} />
                  ))
              : entries.map((entry) => (
                  <Entry key={`${entry.first} ${entry.kind}`} entry={entry} codes={codes} />
                ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

const span = (from: string, to: string): string => {
  const [begin, end] = [almatyTime(from), almatyTime(to)]
  if (begin === end) return begin
  return begin.slice(0, 10) === end.slice(0, 10) ? `${begin}–${end.slice(11)}` : `${begin} – ${end}`
}

function Entry({ entry, codes }: { entry: HistoryEntry<Event>; codes: boolean }) {
  const t = useTexts(deskWords)
  const named = useNamed()
  const { note } = useEventWords()
  const { kind, events, bad, first } = entry
  const [event] = events
  const last = events.at(-1)
  if (!event || !last) return null
  if (kind === 'one') return <One event={event} codes={codes} />
  const titles = {
    repeated: `${named(event)} ${t.times(events.length)}`,
    calls: t.calls(events.length),
    jobs: t.jobs(events.length),
  }
  const notes = { repeated: note(last), calls: t.callsText, jobs: t.jobsText }
  return (
    <li data-bad={bad ? '' : undefined} data-fold="">
      <time dateTime={first}>{formatTime(new Date(first))}</time>
      <details>
        <summary>
          {titles[kind]}
          <span className={styles.soft}>{notes[kind]}</span>
        </summary>
        <ol className={styles.entries}>
          {events.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is only ever drawn whole
            <One key={at} event={one} codes={codes} />
          ))}
        </ol>
      </details>
    </li>
  )
}

/** One event; its codes are those of the database and of the journal of outside calls. */
function One({ event, codes }: { event: Event; codes: boolean }) {
  const named = useNamed()
  const { by, note } = useEventWords()
  return (
    <li data-bad={event.bad ? '' : undefined}>
      <time dateTime={event.at} title={almatyTime(event.at)}>
        {formatTime(new Date(event.at))}
      </time>
      <div>
        {named(event)}
        <span className={styles.soft}>
          {[...new Set([by(event), note(event)])].filter(Boolean).join(', ')}
        </span>
        {codes ? <code className={styles.soft}>{`${event.kind} ${event.what}`}</code> : null}
      </div>
    </li>
  )
}

/** What it is about and what happened; what went wrong says so in words. */
function useNamed(): (event: Event) => string {
  const t = useTexts(words)
  const title = useEventTitle()
  return (event) => {
    const text = `${t.kinds[event.kind]}: ${title(event)}`
    return event.bad && title(event).toLowerCase() !== t.bad ? `${text} (${t.bad})` : text
  }
}
