import { pathOf } from '#contract/pages.ts'
import { addDays, countDays } from '#domain/calendar.ts'
import type { Locale } from '#domain/locale.ts'
import { useCabinet } from '../cabinet/cabinet.ts'
import type { Policy } from '../cabinet/state.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { useReplies } from '../http/replies.ts'
import { explain, type Factor } from '../purchase/price/factor-words.ts'
import { SinceLast } from '../purchase/price/since-last.tsx'
import { useWide } from '../purchase/review/use-wide.ts'
import { longDate, money, plural, useLocale, useTexts } from '../texts.ts'
import { LinkButton } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Plate } from '../ui/plate.tsx'
import styles from './needs.module.css'
import { needWords as words } from './tab-texts.ts'
import policyWords from './texts.ts'

type Offer = Reply<'cabinetRenewalPrice'>['data']
type Since = Offer['since_last']

/** By the policy's number; null for one whose price did not come, as the calculation will tell. */
export type Offers = ReadonlyMap<string, Offer | null>

/** The next prices of these policies, all at once; null while they are on their way. */
export function useOffers(globalIds: readonly string[]): Offers | null {
  const bodies = globalIds.map((globalId) => ({ globalId }))
  const offers = useReplies(ask, 'cabinetRenewalPrice', bodies)
  return offers && new Map(globalIds.map((globalId, at) => [globalId, offers[at] ?? null]))
}

/**
 * A policy that ends soon, with the next one's price and why it is another one: from here one tap
 * leads to the review, the next to the payment. Without its price it is offered all the same; the
 * line of one that is on its way (undefined) keeps its place.
 */
export function RenewalNeed({
  policy,
  offer,
}: {
  policy: Policy
  offer: Offer | null | undefined
}) {
  const t = useTexts(words)
  const locale = useLocale()
  const { today } = useCabinet()
  const left = countDays(today, policy.end_date)
  const next = longDate(locale, addDays(policy.end_date, 1)).replaceAll(' ', '\u00a0')
  return (
    <article className={styles.renewal} aria-busy={offer === undefined}>
      <h3>{left > 1 ? plural(locale, left, t.ends) : t.endsToday}</h3>
      <div className={styles.about}>
        <Plate plate={policy.cars[0]?.registrationNumber ?? ''} />
        <span>{policy.cars.map(({ name }) => name).join('; ')}</span>
      </div>
      <p className={styles.note}>{t.next(next)}</p>
      {offer === undefined ? <div className={styles.coming} aria-hidden="true" /> : null}
      {offer ? <Why offer={offer} /> : null}
      <LinkButton
        wide
        href={`${pathOf('ogpo-calculator', locale)}?prolong=${encodeURIComponent(policy.global_id)}`}
      >
        {offer ? t.renewFor(money(offer.premium)) : t.renew}
      </LinkButton>
    </article>
  )
}

const signed = (tenge: number): string => `${tenge < 0 ? '−' : '+'}\u00a0${money(Math.abs(tenge))}`

/** The difference in one line, and its causes below; open if there is room. */
function Why({ offer }: { offer: Offer }) {
  const t = useTexts(words)
  const { note } = useTexts(policyWords).renewal
  const wide = useWide()
  const { since_last: since } = offer
  const told = since.changes.every(({ by }) => by !== null)
  return (
    <Disclosure
      title={since.difference === 0 ? t.same : t.differs(signed(since.difference))}
      className={styles.fold}
      open={wide || undefined}
    >
      {told ? <Changes since={since} premium={offer.premium} /> : <SinceLast since={since} />}
      <p className={styles.note}>{note}</p>
    </Disclosure>
  )
}

/** From the last price to the new one, each cause with its sum and its length. */
function Changes({ since, premium }: { since: Since; premium: number }) {
  const t = useTexts(words)
  const locale = useLocale()
  const most = since.changes.reduce(
    ({ at, top }, { by }) => ({ at: at + (by ?? 0), top: Math.max(top, at + (by ?? 0)) }),
    { at: since.premium, top: since.premium },
  ).top
  const bar = (tenge: number): number => Math.round((tenge / most) * 1000) / 10
  let at = since.premium
  return (
    <ol className={styles.changes}>
      <li>
        <span>{t.before}</span>
        <b>{money(since.premium)}</b>
        <Bar parts={[{ name: styles.was, from: 0, to: bar(since.premium) }]} />
      </li>
      {since.changes.map(({ before, now, by }) => {
        const from = at
        at += by ?? 0
        const [low, high] = [Math.min(from, at), Math.max(from, at)]
        return (
          <li key={(now ?? before)?.code}>
            <span>{cause(before, now, t, locale)}</span>
            <b className={(by ?? 0) < 0 ? styles.cheaper : undefined}>{signed(by ?? 0)}</b>
            <Bar
              parts={[
                { name: styles.was, from: 0, to: bar(low) },
                { name: at < from ? styles.down : styles.up, from: bar(low), to: bar(high) },
              ]}
            />
          </li>
        )
      })}
      <li className={styles.total}>
        <span>{t.now}</span>
        <b>{money(premium)}</b>
        <Bar parts={[{ name: styles.end, from: 0, to: bar(premium) }]} />
      </li>
    </ol>
  )
}

type Part = { name: string | undefined; from: number; to: number }

const Bar = ({ parts }: { parts: readonly Part[] }) => (
  <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    {parts.map(({ name, from, to }) => (
      <rect key={from} className={name} x={from} y="0" width={Math.max(0, to - from)} height="8" />
    ))}
  </svg>
)

/** What became another one, in a word or two: «АЕК 3 932 ₸ еді, 4 325 ₸ болды». */
function cause(
  before: Factor | null,
  now: Factor | null,
  t: (typeof words)['kz'],
  locale: Locale,
): string {
  const [was, is] = [before?.because.mrp, now?.because.mrp]
  if (typeof was === 'number' && typeof is === 'number') return t.mrp(money(was), money(is))
  const [then, since] = [before, now].map((factor) =>
    factor ? explain([factor], locale)[0] : undefined,
  )
  const said = (line: typeof then): string => (line ? line.because || line.times : t.none)
  return t.moved((since ?? then)?.title ?? '', said(then), said(since))
}
