import { type MouseEvent, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { daysBetween } from '#domain/calendar.ts'
import { renewFromDays } from '#domain/policy.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shareLeft } from '../cabinet/state.ts'
import { policyAddress } from '../cabinet/tabs.ts'
import { longDate, money, plural, useLocale, useTexts } from '../texts.ts'
import { ChevronIcon } from '../ui/icons.tsx'
import { DownloadIcon, HouseIcon, QrIcon } from '../ui/later-icons.tsx'
import { Ring } from '../ui/pass.tsx'
import { Plate } from '../ui/plate.tsx'
import { PolicyDocumentsSheet } from './policy-documents-sheet.tsx'
import { QrSheet } from './qr-sheet.tsx'
import styles from './small-pass.module.css'
import words from './small-pass-texts.ts'
import policyWords from './texts.ts'

/** A policy in the hand, its short side: what it is of, how long it holds, and what is shown. */
export function SmallPass({ policy }: { policy: Policy }) {
  const t = useTexts(words)
  const all = useTexts(policyWords)
  const locale = useLocale()
  const { openPolicy } = useCabinet()
  const [sheet, setSheet] = useState<'papers' | 'qr' | null>(null)
  const href = policyAddress(pathOf('account', locale), policy.global_id)
  const open = (event: MouseEvent) => {
    // A new tab or window of the browser is the person's own wish.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openPolicy(policy.global_id)
  }
  return (
    <article className={`deep ${styles.pass}`}>
      <div className={`frieze ${styles.hem}`} aria-hidden="true" />
      <a className={styles.about} href={href} onClick={open}>
        {policy.home ? (
          <HomeWords policy={policy} home={policy.home} />
        ) : (
          <CarWords policy={policy} />
        )}
      </a>
      <div className={styles.left}>
        <Left policy={policy} />
      </div>
      <div className={styles.does}>
        {policy.home ? null : (
          <button
            type="button"
            onClick={() => setSheet('qr')}
            aria-label={t.qrOf(policy.global_id)}
          >
            <QrIcon />
            QR
          </button>
        )}
        <button type="button" onClick={() => setSheet('papers')} aria-label={all.papers}>
          <DownloadIcon />
          {t.papers}
        </button>
        <a href={href} onClick={open}>
          {t.more}
          <span className="visually-hidden">: {policy.global_id}</span>
          <ChevronIcon className={styles.aside} />
        </a>
      </div>
      {sheet === 'papers' ? (
        <PolicyDocumentsSheet policy={policy} onClose={() => setSheet(null)} />
      ) : null}
      {sheet === 'qr' ? <QrSheet policy={policy} onClose={() => setSheet(null)} /> : null}
    </article>
  )
}

function CarWords({ policy }: { policy: Policy }) {
  const t = useTexts(words)
  const all = useTexts(policyWords)
  const locale = useLocale()
  const { cars, state } = policy
  const date = (day: string) => longDate(locale, day).replaceAll(' ', '\u00a0')
  return (
    <>
      <span className={styles.plates}>
        {cars.slice(0, 2).map(({ registrationNumber }) => (
          <span key={registrationNumber}>
            <Plate plate={registrationNumber} />
          </span>
        ))}
      </span>
      <b>{cars.length > 2 ? t.cars(cars.length) : cars.map(({ name }) => name).join('; ')}</b>
      <span className={styles.note}>
        {state === 'pending'
          ? t.from(date(policy.start_date))
          : state === 'active'
            ? t.until(date(policy.end_date))
            : `${all.states[state]}, ${date(policy.end_date)}`}
      </span>
    </>
  )
}

function HomeWords({ policy, home }: { policy: Policy; home: NonNullable<Policy['home']> }) {
  const t = useTexts(words)
  const all = useTexts(policyWords)
  const locale = useLocale()
  const date = (day: string) => longDate(locale, day).replaceAll(' ', '\u00a0')
  const over = policy.state !== 'active' && policy.state !== 'pending'
  return (
    <>
      <span className={styles.kind}>
        <HouseIcon /> Home, {home.plan}
      </span>
      <b className={styles.address}>{home.address}</b>
      <span className={styles.note}>
        {over
          ? `${all.states[policy.state]}, ${date(home.paid_until)}`
          : home.renewal === 'on' && home.billing_date
            ? t.billing(date(home.billing_date), money(home.monthly_payment))
            : t.until(date(home.paid_until))}
      </span>
    </>
  )
}

/** The days in a ring; of a policy that is over there are none. */
function Left({ policy }: { policy: Policy }) {
  const t = useTexts(words)
  const all = useTexts(policyWords)
  const locale = useLocale()
  const { today } = useCabinet()
  const waits = policy.state === 'pending'
  if (!waits && policy.state !== 'active') return null
  const left = waits
    ? Math.max(0, daysBetween(today, policy.start_date))
    : daysBetween(today, policy.end_date) + 1
  return (
    <>
      <Ring
        share={waits ? 1 : shareLeft(policy, today)}
        days={left}
        unit={plural(locale, left, t.days)}
        few={!waits && !policy.home && left <= renewFromDays}
      />
      <span className="visually-hidden">
        {plural(locale, left, waits ? all.startsIn : all.daysLeft)}
      </span>
    </>
  )
}
