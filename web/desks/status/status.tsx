import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, formatTime, numericDay, numericMoment } from '#domain/calendar.ts'
import { quarterStates } from '#domain/system-health.ts'
import { capital } from '#texts/phrases.ts'
import { shortLists } from '#texts/watch-lists.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import jobWords from '../../ui/job-texts.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDuration } from '../../ui/use-duration.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useSaleSentence } from '../shell/sale-sentence.ts'
import saleWords from '../shell/sale-texts.ts'
import agesStyles from './ages.module.css'
import { Day } from './day.tsx'
import own from './failures.module.css'
import foundStyles from './found.module.css'
import { HeldUpPart } from './held-up.tsx'
import type { State } from './state.ts'
import styles from './status.module.css'
import stepsStyles from './steps.module.css'
import { Systems } from './systems.tsx'
import words from './texts.ts'
import { useTrouble } from './trouble.ts'

type Step = State['steps'][number]

const stepsIcons = {
  bad: <CloseIcon />,
  now: <WarnIcon />,
  good: <CheckIcon />,
  quiet: <span>–</span>,
} as const

/** Each step of the sale: its state, waiting clients, its day in quarters of an hour. */
export function Steps({ steps, at }: Pick<State, 'steps' | 'at'>) {
  const t = useTexts(words)
  return (
    <section className={stepsStyles.steps} aria-label={t.stepsTitle}>
      <h3>{t.stepsTitle}</h3>
      <ul>
        {steps.map((one) => (
          <Row key={one.step} step={one} at={at} />
        ))}
      </ul>
    </section>
  )
}

/** With its day, if that is not today. */
const beganAt = (since: Date, now: Date): string =>
  almatyDay(since) === almatyDay(now) ? formatTime(since) : numericMoment(since)

function Row({ step: one, at }: { step: Step; at: string }) {
  const t = useTexts(words)
  const sale = useTexts(saleWords)
  const locale = useLocale()
  const waited = useDuration()
  const { count, since } = one.waiting
  const isIssuing = one.step === 'register' || one.step === 'home_register'
  const waits = since ? t.stepWaits(count, waited(since, at)) : ''
  const now = [
    one.since
      ? `${t.stepStates[one.state]}, ${beganAt(new Date(one.since), new Date(at))}`
      : t.stepStates[one.state],
    one.calls === 0
      ? one.last_ok
        ? t.lastWorked(formatTime(new Date(one.last_ok)))
        : ''
      : one.failures > 0
        ? t.failed(one.failures, one.calls)
        : t.calls(one.calls),
    one.systems.map((system) => t.names[system] ?? system).join(', '),
  ]
  return (
    <li className={stepsStyles.step} data-tone={one.tone}>
      <span className={stepsStyles.light}>{stepsIcons[one.tone]}</span>
      <strong>{sale.steps[one.step]}</strong>
      <span className={stepsStyles.now}>{now.filter(Boolean).join(' · ')}</span>
      {waits && isIssuing ? (
        <a href={`${pathOf('staff-orders', locale)}?view=stuck`}>{waits}</a>
      ) : (
        <span className={stepsStyles.waits}>{waits}</span>
      )}
      <svg
        viewBox={`0 0 ${one.quarters.length * 4} 6`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {quarterStates.map((state) => (
          <path
            key={state}
            data-state={state}
            d={one.quarters
              .map((quarter, place) => (quarter === state ? `M${place * 4} 0h3v6h-3z` : ''))
              .join('')}
          />
        ))}
      </svg>
    </li>
  )
}

const EVERY_MS = 15_000

/**
 * Whether we may sell, and what fails: one sentence, then the systems, queues, lists and the day.
 */
export function Status() {
  const t = useTexts(words)
  const loading = useReply(ask, 'staffStatus', {}, { everyMs: EVERY_MS })
  const { again } = loading
  return (
    <section className={styles.status} aria-label={t.title}>
      <Loaded loading={loading} value={loading.value}>
        {(state) => <Parts state={state} again={again} />}
      </Loaded>
    </section>
  )
}

function Parts({ state, again }: { state: State; again: () => void }) {
  const t = useTexts(words)
  // A system that nobody asked has not answered: it is no sign of health.
  const asked = state.systems.filter(({ state: one }) => one !== 'unknown')
  const well = asked.filter(({ state: one }) => one === 'up').length
  const answering = t.well(well, asked.length, state.systems.length - asked.length)
  useFootSum(t.foot(answering, state.paid_not_issued))
  return (
    <>
      <Verdict state={state} again={again} />
      {state.deaf_mailboxes.length > 0 ? (
        <Notice tone="error" title={t.deaf(state.deaf_mailboxes.join(', '))}>
          {t.deafText}
        </Notice>
      ) : null}
      <div className={styles.sale}>
        <HeldUpPart />
        <Steps steps={state.steps} at={state.at} />
      </div>
      <Systems systems={state.systems} />
      <p className={styles.rest}>
        {well > 0 && well === asked.length ? <CheckIcon /> : null}
        {capital(answering)}
      </p>
      <div className={styles.panels}>
        <Queues queues={state.queues} at={state.at} />
        <Lists lists={state.lists} at={state.at} />
        <Failures failures={state.failures} from={state.day_from} />
      </div>
      <Day systems={state.systems} from={state.day_from} />
      <Differences differences={state.differences} />
    </>
  )
}

const icons = { bad: <CloseIcon />, now: <WarnIcon />, good: <CheckIcon /> }

function Verdict({ state, again }: { state: State; again: () => void }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { verdict, systems, paid_not_issued } = state
  const sentence = useSaleSentence()
  const waited = useDuration()
  const { waiting } = verdict
  const about = systems.filter(({ system }) => verdict.systems.includes(system))
  const details = about.map((one) =>
    [
      t.names[one.system] ?? one.system,
      one.mean_ms === null
        ? t.states[one.state]
        : t.answers(t.took(one.mean_ms), one.usual_ms === null ? null : t.took(one.usual_ms)),
      one.failures > 0 ? t.failed(one.failures, one.calls) : '',
      one.failing.length > 0 ? t.failingNow(one.failing.join(', ')) : '',
    ]
      .filter(Boolean)
      .join(', '),
  )
  return (
    <div className={styles.verdict} data-tone={verdict.tone} role="status">
      <span className={styles.sign}>{icons[verdict.tone]}</span>
      <div>
        <h2>{sentence(verdict)}</h2>
        <p>
          {[
            ...details,
            waiting.since ? t.stepWaits(waiting.count, waited(waiting.since, state.at)) : '',
            waiting.count > 0 ? t.issuedByItself : '',
          ]
            .filter(Boolean)
            // «120 дн.» has its stop already.
            .map((sentence) => `${sentence.replace(/\.$/, '')}. `)
            .join('')}
          <span>{t.at(formatTime(new Date(state.at)))}</span>
        </p>
      </div>
      {verdict.kind === 'no_tariff' || verdict.kind === 'no_insurer' ? (
        <a className={styles.way} href={pathOf('staff-reference', locale)}>
          {t.enterRows[verdict.kind]}
        </a>
      ) : null}
      {paid_not_issued > 0 ? (
        <a className={styles.way} href={`${pathOf('staff-orders', locale)}?view=stuck`}>
          {t.waiting(paid_not_issued)}
        </a>
      ) : null}
      <Button variant="secondary" size="small" onClick={again}>
        {t.refresh}
      </Button>
    </div>
  )
}

/** Age of each watch list against its allowed age. */
function Lists({ lists, at }: Pick<State, 'lists' | 'at'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const waited = useDuration()
  return (
    <section className={styles.panel} aria-label={t.lists}>
      <h3>{t.lists}</h3>
      <ul>
        {lists.map((one) => {
          const age = one.confirmed_at
            ? (Date.parse(at) - Date.parse(one.confirmed_at)) / 60_000
            : Number.POSITIVE_INFINITY
          return (
            <Age
              key={one.code}
              kept
              title={shortLists[locale][one.code] ?? one.title}
              age={age}
              allowed={one.max_age_hours * 60}
              text={one.confirmed_at ? waited(one.confirmed_at, at) : t.missing}
            />
          )
        })}
      </ul>
    </section>
  )
}

const time = (at: string) => formatTime(new Date(at))

/** Failures of the last day, their duration, and how many of our requests failed. */
function Failures({ failures, from }: Pick<State, 'failures'> & { from: string }) {
  const t = useTexts(words)
  const waited = useDuration()
  return (
    <section className={styles.panel} aria-label={t.failures}>
      <h3>
        {t.failures} <span>{t.since(numericDay(almatyDay(new Date(from))), time(from))}</span>
      </h3>
      {failures.length === 0 ? <p className={styles.soft}>{t.noFailures}</p> : null}
      <ul>
        {failures.map((one) => (
          <li
            key={`${one.system} ${one.from}`}
            className={own.failure}
            data-now={one.going_on ? '' : undefined}
          >
            <span>
              {one.going_on ? t.goesOn(time(one.from)) : `${time(one.from)}–${time(one.to)}`}
            </span>
            <strong>{t.names[one.system] ?? one.system}</strong>
            <b>{waited(one.from, one.going_on ? null : one.to)}</b>
            <small>{t.hurt(one.failures, one.hurt)}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}

const differenceTime = (at: string | null): string => (at ? almatyTime(at) : '–')

/** An internal id, which nobody reads. */
const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Differences with the unified database that staff settle: another premium, an end it has not
 * accepted. Empty if there is none.
 */
function Differences({ differences }: Pick<Reply<'staffStatus'>['data'], 'differences'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const trouble = useTrouble()
  /** An order or a subscription; a mere quote has neither number, and its id says nothing. */
  const named = ({ about, number, order_id }: (typeof differences)[number]) =>
    order_id ? (
      <a href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(order_id)}`}>
        {number}
      </a>
    ) : (
      <strong>{number ?? (isId.test(about) ? t.noOrder : about)}</strong>
    )
  if (differences.length === 0) return null
  return (
    <section className={foundStyles.part}>
      <h3>{t.differences}</h3>
      <ul>
        {differences.map((one) => (
          <li key={one.key} className={foundStyles.find}>
            <WarnIcon />
            <div>
              <span>
                <strong>{t.kinds[one.kind]}</strong> {named(one)}
                {one.ours !== null && one.theirs !== null
                  ? ` · ${t.sums(money(one.ours), money(one.theirs))}`
                  : null}
              </span>
              {one.rows.map((line) => (
                <span key={line}>{line}</span>
              ))}
              {one.note ? <span>{t.said(trouble(one.note))}</span> : null}
              <small>{t.found(differenceTime(one.last_at), one.times)}</small>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const SHOWN = 6
const minutesOf = (since: string | null, at: string) =>
  since ? Math.max(0, (Date.parse(at) - Date.parse(since)) / 60_000) : 0

/** Waiting time of each queue's oldest job against its allowed time. */
function Queues({ queues, at }: Pick<State, 'queues' | 'at'>) {
  const t = useTexts(words)
  const jobs = useTexts(jobWords)
  const waited = useDuration()
  const share = (one: State['queues'][number]) => minutesOf(one.oldest, at) / one.allowed
  const shown = queues
    .filter((one) => one.waiting + one.active + one.retrying > 0)
    .toSorted((a, b) => share(b) - share(a))
  return (
    <section className={styles.panel} aria-label={t.queues}>
      <h3>{t.queues}</h3>
      {shown.length === 0 ? <p className={styles.soft}>{t.noQueues}</p> : null}
      <ul>
        {shown.slice(0, SHOWN).map((one) => (
          <Age
            key={one.job}
            title={capital(jobs[one.job] ?? one.job)}
            count={one.waiting + one.active + one.retrying}
            age={minutesOf(one.oldest, at)}
            allowed={one.allowed}
            text={one.oldest ? waited(one.oldest, at) : '–'}
          />
        ))}
      </ul>
      <p className={styles.soft}>
        {shown.length > SHOWN ? `${t.moreQueues(shown.length - SHOWN)}. ` : ''}
        {t.line}
      </p>
    </section>
  )
}

type Props = {
  title: string
  count?: number
  /** Its age and its allowed age, in minutes. */
  age: number
  allowed: number
  text: ReactNode
  /** A phone shows it even if all is well. */
  kept?: boolean
}

/** Position of the allowance on the bar: an older age goes beyond it. */
const LINE = 70

/** Age of the oldest against the allowed age; an excess is beyond the line. */
function Age({ title, count, age, allowed, text, kept }: Props) {
  const share = allowed > 0 ? Math.min(100, (age / allowed) * LINE) : 0
  return (
    <li
      className={agesStyles.age}
      data-late={age > allowed ? '' : undefined}
      data-kept={kept ? '' : undefined}
    >
      <span>
        {title} {count === undefined ? null : <i>{count}</i>}
      </span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect data-ground="" width="100" height="10" />
        <rect width={share} height="10" />
        <path d={`M${LINE} 0V10`} />
      </svg>
      <b>{text}</b>
    </li>
  )
}
