import { type MouseEvent, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, countDays, daysBetween, numericDay } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { renewFromDays } from '#domain/policy.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import { type Policy, shareLeft } from '../cabinet/state.ts'
import { policyAddress } from '../cabinet/tabs.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { longDate, money, plural, useLocale, useTexts } from '../texts.ts'
import { BottomSheet } from '../ui/bottom-sheet.tsx'
import { ChevronIcon } from '../ui/icons.tsx'
import { DownloadIcon, HouseIcon, QrIcon } from '../ui/later-icons.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Ring } from '../ui/pass.tsx'
import { Plate } from '../ui/plate.tsx'
import { plateWords } from '../ui/plate-words.ts'
import { Qr } from '../ui/qr.tsx'
import { PolicyDocumentsSheet } from './policy-documents-sheet.tsx'
import styles from './small-pass.module.css'
import { countdownIn, homeWords, smallWords as words } from './tab-texts.ts'
import policyWords from './texts.ts'

/** What an inspector scans, as large as the phone allows. */
function QrSheet({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const t = useTexts(words)
  const loading = useReply(ask, 'cabinetPolicy', { globalId: policy.global_id })
  return (
    <BottomSheet open onClose={onClose} title={policy.global_id} closeLabel={t.close}>
      <Loaded loading={loading} value={loading.value} failed={t.noQr}>
        {({ check_url }) =>
          check_url ? (
            <div className={styles.scan}>
              <Qr
                text={check_url.toUpperCase()}
                label={t.qrOf(policy.global_id)}
                className={styles.qr}
              />
              <p>
                {policy.cars
                  .map(({ registrationNumber }) => plateWords(registrationNumber))
                  .join(', ')}
              </p>
              <p>{t.scan}</p>
            </div>
          ) : null
        }
      </Loaded>
    </BottomSheet>
  )
}

/** A policy as a small pass: its subject, its period, its documents and QR code. */
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
    <>
      <article className={`deep ${styles.pass}`}>
        <div className={`frieze ${styles.hem}`} aria-hidden="true" />
        <a className={styles.about} href={href} onClick={open}>
          <span className={styles.name}>
            {policy.home ? <HomeName home={policy.home} /> : <CarName cars={policy.cars} />}
          </span>
          <Left policy={policy} />
          <span className={styles.note}>{noteOf(policy, t, all.states, locale)}</span>
        </a>
        <Figures policy={policy} />
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
          <button type="button" onClick={() => setSheet('papers')}>
            <DownloadIcon />
            {all.papers}
          </button>
          <a href={href} onClick={open}>
            {t.more}
            <span className="visually-hidden">: {policy.global_id}</span>
            <ChevronIcon className={styles.aside} />
          </a>
        </div>
      </article>
      {/* Not within the pass: its deep ground has other colours. */}
      {sheet === 'papers' ? (
        <PolicyDocumentsSheet policy={policy} onClose={() => setSheet(null)} />
      ) : null}
      {sheet === 'qr' ? <QrSheet policy={policy} onClose={() => setSheet(null)} /> : null}
    </>
  )
}

function CarName({ cars }: Pick<Policy, 'cars'>) {
  const t = useTexts(words)
  return (
    <>
      <span className={styles.plates}>
        {cars.slice(0, 2).map(({ registrationNumber }) => (
          <Plate key={registrationNumber} plate={registrationNumber} />
        ))}
      </span>
      <b>{cars.length > 2 ? t.cars(cars.length) : cars.map(({ name }) => name).join('; ')}</b>
    </>
  )
}

const HomeName = ({ home }: { home: NonNullable<Policy['home']> }) => (
  <>
    <span className={styles.kind}>
      <HouseIcon /> Home, {home.plan}
    </span>
    <b className={styles.address}>{home.address}</b>
  </>
)

/** Extra figures of a card in the list (specification, section 2, "Cards shown in lists"). */
function Figures({ policy }: { policy: Policy }) {
  const t = useTexts(words)
  const { home } = policy
  const rows = home
    ? [
        [t.home, money(home.insurance_amount)],
        [t.interior, money(home.interior_finishing)],
        [t.neighbours, money(home.neighbour_compensation)],
      ]
    : [
        [t.premium, money(policy.premium)],
        [t.total, money(policy.amount)],
        [t.verified, numericDay(almatyDay(new Date(policy.verified_at)))],
      ]
  return (
    <dl className={styles.figures}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The term of a policy; of a home the next payment or the last day. */
function noteOf(
  { state, home, ...policy }: Policy,
  t: (typeof words)['kz'],
  states: (typeof policyWords)['kz']['states'],
  locale: Locale,
): string {
  const date = (day: string) => longDate(locale, day)
  if (state !== 'active' && state !== 'pending') return `${states[state]}, ${date(policy.end_date)}`
  const count = home?.countdown && countdownIn(home.countdown, homeWords[locale], locale)
  if (home?.renewal === 'on' && home.billing_date) {
    const payment = `${date(home.billing_date)}, ${money(home.monthly_payment)}`
    if (home.countdown?.to === 'billing') return `${count} (${payment})`
    return [count, t.billing(payment)].filter(Boolean).join('. ')
  }
  if (home) return t.until(date(policy.end_date))
  return `${numericDay(policy.start_date)} – ${numericDay(policy.end_date)}`
}

/** The days in a ring; of a policy that is over there are none. */
function Left({ policy }: { policy: Policy }) {
  const t = useTexts(words)
  const all = useTexts(policyWords)
  const locale = useLocale()
  const { today } = useCabinet()
  if (policy.state !== 'pending' && policy.state !== 'active') return null
  // A home's month runs from its payment, whichever minute its protection begins.
  const waits = policy.state === 'pending' && !policy.home
  const left = waits
    ? Math.max(0, daysBetween(today, policy.start_date))
    : countDays(today, policy.end_date)
  return (
    <span className={styles.left}>
      <Ring
        share={waits ? 1 : shareLeft(policy, today)}
        days={left}
        unit={plural(locale, left, t.days)}
        few={!waits && !policy.home && left <= renewFromDays}
      />
      <span className="visually-hidden">
        {plural(locale, left, waits ? all.startsIn : all.daysLeft)}
      </span>
    </span>
  )
}
