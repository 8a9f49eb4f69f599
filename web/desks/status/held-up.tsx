import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { formatTime } from '#domain/calendar.ts'
import { type Locale, languageTag, locales } from '#domain/locale.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { ActDialog, ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useDuration } from '../../ui/use-duration.ts'
import { SmallPlate } from '../small-plate.tsx'
import styles from './held-up.module.css'
import { heldUpWords as words } from './texts.ts'

type HeldUp = Reply<'staffHeldUp'>['data']
type Person = HeldUp['people'][number]

const EVERY_MS = 15_000

/** Clients held up by it, by name; one press notifies all, one press retries all. */
export function HeldUpPart() {
  const t = useTexts(words)
  const loading = useReply(ask, 'staffHeldUp', {}, { everyMs: EVERY_MS })
  const [seen, setSeen] = useState(false)
  const some = (loading.value?.people.length ?? 0) > 0
  if (some && !seen) setSeen(true)
  // Feedback on the user's own act stays, even if nobody waits any more.
  if (!some && !seen && !loading.error) return null
  return (
    <section className={styles.part} aria-label={t.title}>
      <Loaded loading={loading} value={loading.value}>
        {(held) => <People held={held} again={loading.again} />}
      </Loaded>
    </section>
  )
}

function People({ held: { people, message }, again }: { held: HeldUp; again: () => void }) {
  const t = useTexts(words)
  const [asking, setAsking] = useState(false)
  const retry = useAct(null)
  const [tried, setTried] = useState<number | null>(null)
  const untold = people.filter(
    ({ waits_for, told_at, unreached }) => waits_for === 'policy' && !told_at && !unreached,
  )
  const all = people.flatMap(({ waits_for, order_id }) =>
    waits_for === 'month' ? [] : [{ order_id }],
  )
  const tryAll = async () => {
    await retry.run(async () => {
      const { data } = await ask('staffRetryHeldUp', { orders: all })
      setTried(data.done)
    })
    again()
  }
  return (
    <>
      <div className={styles.head}>
        <h3>
          {t.title} <span>{people.length}</span>
        </h3>
        <div className={styles.acts}>
          {untold.length > 0 ? (
            <Button size="small" onClick={() => setAsking(true)}>
              {t.tell(untold.length)}
            </Button>
          ) : null}
          {all.length > 0 ? (
            <Button
              size="small"
              variant="secondary"
              busy={retry.busy}
              onClick={() => void tryAll()}
            >
              {t.retry}
            </Button>
          ) : null}
        </div>
      </div>
      <p className={styles.said} role="status">
        {tried === null ? '' : t.tried(tried)}
      </p>
      <ActError act={retry} />
      {people.length === 0 ? <p className={styles.said}>{t.nobody}</p> : null}
      <ul>
        {people.map((one) => (
          <Waiting key={`${one.order_id} ${one.waits_for}`} person={one} />
        ))}
      </ul>
      {asking ? (
        <Tell
          people={untold}
          message={message}
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false)
            again()
          }}
        />
      ) : null}
    </>
  )
}

function Waiting({ person: one }: { person: Person }) {
  const t = useTexts(words)
  const locale = useLocale()
  const duration = useDuration()
  const told = one.told_at
    ? t.told(formatTime(new Date(one.told_at)), one.unreached)
    : one.unreached
      ? t.noPhone
      : ''
  const next = one.next_attempt_at ? t.next(formatTime(new Date(one.next_attempt_at))) : ''
  const paid = money(one.amount)
  const facts =
    one.waits_for === 'month'
      ? [t.asked(paid)]
      : [
          one.waits_for === 'year' ? t.year : t.paid(paid),
          t.attempts(one.attempts),
          next,
          one.waits_for === 'policy' ? told : '',
        ]
  return (
    <li className={styles.one}>
      <a href={`${pathOf('staff-orders', locale)}?view=stuck&order=${one.order_id}`}>
        {one.who || one.number}
      </a>
      {one.plate ? <SmallPlate plate={one.plate} /> : null}
      <span className={styles.wait}>{duration(one.paid_at)}</span>
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </li>
  )
}

type TellProps = {
  people: readonly Person[]
  message: HeldUp['message']
  onClose: () => void
  onDone: () => void
}

/** The message word for word, in each language that a recipient reads. */
function Tell({ people, message, onClose, onDone }: TellProps) {
  const t = useTexts(words)
  const act = useAct(t.sent)
  const count = (locale: Locale) => people.filter(({ language }) => language === locale).length
  const send = async () => {
    const orders = people.map(({ order_id }) => ({ order_id }))
    if (await act.run(() => ask('staffTellHeldUp', { orders }))) onDone()
  }
  return (
    <ActDialog
      open
      title={t.tellTitle}
      submit={t.send(people.length)}
      act={act}
      onClose={onClose}
      onSubmit={() => void send()}
    >
      {locales
        .filter((locale) => count(locale) > 0)
        .map((locale) => (
          <figure key={locale} className={styles.message}>
            <figcaption>{t.inLanguage[locale](count(locale))}</figcaption>
            <blockquote lang={languageTag(locale)}>{message[locale]}</blockquote>
          </figure>
        ))}
      <p>{t.once}</p>
    </ActDialog>
  )
}
