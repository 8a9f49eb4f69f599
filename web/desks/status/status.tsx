import { pathOf } from '#contract/pages.ts'
import { almatyDay, formatTime, numericMoment } from '#domain/calendar.ts'
import { quarterStates } from '#domain/system-health.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { CheckIcon, CloseIcon, WarnIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useDuration } from '../../ui/use-duration.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useSaleSentence } from '../shell/sale-sentence.ts'
import saleWords from '../shell/sale-texts.ts'
import { Day } from './day.tsx'
import { Differences } from './differences.tsx'
import { Failures } from './failures.tsx'
import { HeldUpPart } from './held-up.tsx'
import { Lists } from './lists.tsx'
import { Queues } from './queues.tsx'
import type { State } from './state.ts'
import styles from './status.module.css'
import stepsStyles from './steps.module.css'
import { Systems } from './systems.tsx'
import words from './texts.ts'

type Step = State['steps'][number]

const stepsIcons = {
  bad: <CloseIcon />,
  now: <WarnIcon />,
  good: <CheckIcon />,
  quiet: <span>–</span>,
} as const

/** Each step of the sale: how it does, who waits at it, its day in quarters of an hour. */
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

/** With its day, where that is not today. */
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

/** May we sell, and what goes badly: one sentence, then the systems, queues, lists and the day. */
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
  const well = state.systems.filter(({ state: one }) => one === 'up' || one === 'unknown').length
  useFootSum(t.foot(well, state.systems.length, state.paid_not_issued))
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
        <CheckIcon />
        {t.well(well)}
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
            .map((sentence) => sentence.replace(/\.$/, ''))
            .join('. ')}{' '}
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
