import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, countDays, numericDay } from '#domain/calendar.ts'
import { languageTag } from '#domain/locale.ts'
import { formatPhone } from '#domain/phone.ts'
import { SmallPlate } from '../../desks/small-plate.tsx'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReplyPages } from '../../http/replies.ts'
import { SinceLast } from '../../purchase/price/since-last.tsx'
import { timeOf } from '../../purchase/result/progress.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { PhoneIcon } from '../../ui/icons.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Price } from '../../ui/price.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { useToast } from '../../ui/toast.tsx'
import { keep, kept, keptPromoter } from '../device.ts'
import { portal } from '../portal.ts'
import styles from './desk.module.css'
import words, { renewalWords } from './texts.ts'

type Page = Reply<'promoterExpiring'>['data']
/** So many days before the end a policy is no matter for another week. */
const SOON = 7
/** How far the list looks ahead: the whole of the bar. */
const AHEAD = 30
/** Number open at first; a press shows the rest. */
const SHOWN = 8

/** Own policies that end within 30 days, the soonest first, a page at a time. */
export const useExpiring = () =>
  useReplyPages<'promoterExpiring', Page>(
    portal,
    'promoterExpiring',
    { limit: SHOWN },
    (earlier, after) => ({ ...after, policies: [...earlier.policies, ...after.policies] }),
  )

/**
 * Own policies that end within 30 days, soonest first, with today's price; each with a press to
 * contact its client or prolong it. Offline the list as last seen here.
 */
export function Expiring() {
  const t = useTexts(words)
  const w = useTexts(renewalWords)
  const locale = useLocale()
  const [before] = useState(keptRenewals)
  const { loading, page, rest } = useExpiring()
  useEffect(() => {
    if (page) keepList(page.policies)
  }, [page])
  const isKept = page === null && loading.error === 'offline' && before !== null
  return (
    <section className={styles.part} aria-labelledby="expiring">
      <h2 id="expiring">{t.expiring}</h2>
      {isKept ? (
        <p className={styles.note}>
          {w.keptAt(timeOf(new Date(before.savedAt).toISOString(), locale))}
        </p>
      ) : null}
      <Loaded
        loading={loading}
        value={isKept ? stillAhead(before.policies) : (page?.policies ?? null)}
      >
        {(policies) => {
          if (policies.length === 0) return <p className={styles.note}>{t.noExpiring}</p>
          return (
            <>
              <ul className={styles.ending}>
                {policies.map((policy) => (
                  <EndingLine key={policy.globalId} policy={policy} />
                ))}
              </ul>
              {rest ? <LoadMore label={t.more} shown={t.shown(policies.length)} {...rest} /> : null}
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** Returns stored policies that have not ended since, by today's date. */
const stillAhead = (policies: readonly ExpiringPolicy[]): ExpiringPolicy[] => {
  const today = almatyDay(new Date())
  return policies
    .filter(({ endDate }) => endDate >= today)
    .map((policy) => ({ ...policy, daysLeft: countDays(today, policy.endDate) }))
}

/** The client's wish, recorded and withdrawn. */
function useWishes(policy: ExpiringPolicy) {
  const w = useTexts(renewalWords)
  const say = useToast()
  const [carSold, setCarSold] = useState(false)
  const [noCalls, setNoCalls] = useState(policy.noCalls)
  const { doing, once } = useMutation<'sold' | 'calls'>()
  const { globalId } = policy
  const failed = (error: unknown): void => {
    const apiError = apiErrorOf(error)
    const said = apiError.message || (apiError.kind === 'offline' ? w.offline : w.failed)
    say({ text: said, tone: 'bad', kind: 'snackbar' })
  }
  const setSold = (on: boolean) =>
    once(
      async () => {
        await portal('promoterRenewalAnswer', { globalId, carSold: on })
        setCarSold(on)
      },
      failed,
      'sold',
    )
  const setRefused = (on: boolean) =>
    once(
      async () => {
        await portal('promoterNoCalls', { globalId, on })
        if (on) keepContact(globalId, null)
        setNoCalls(on ? (noCalls ?? 'own') : null)
      },
      failed,
      'calls',
    )
  return { carSold, noCalls, doing, setSold, setRefused }
}

function EndingLine({ policy }: { policy: ExpiringPolicy }) {
  const t = useTexts(words)
  const w = useTexts(renewalWords)
  const locale = useLocale()
  const [open, setOpen] = useState(false)
  const wishes = useWishes(policy)
  const { carSold, noCalls, doing } = wishes
  const { globalId, endDate, daysLeft, cars, policyholder, phone, today } = policy
  const id = `renewal-${globalId}`
  return (
    <li data-walk data-open={open || undefined}>
      <div>
        <p className={styles.who}>{policyholder}</p>
        <p className={styles.note}>
          {cars.map(({ registrationNumber }) => (
            <SmallPlate key={registrationNumber} plate={registrationNumber} />
          ))}{' '}
          {noCalls ? null : phone}
        </p>
        {noCalls ? <p className={styles.note}>{w.noCalls}</p> : null}
      </div>
      <div className={styles.left} data-soon={daysLeft <= SOON ? '' : undefined}>
        <p>{t.daysLeft(daysLeft)}</p>
        <span className={styles.strip} aria-hidden="true">
          <i style={{ inlineSize: `${Math.min(100, Math.max(3, (daysLeft / AHEAD) * 100))}%` }} />
        </span>
        <p className={styles.note}>{numericDay(endDate)}</p>
      </div>
      <TodaysPrice today={today} />
      {carSold ? (
        <div className={styles.buttons} role="status">
          <p className={styles.note}>{w.soldNoted}</p>
          <Button
            size="small"
            variant="quiet"
            aria-label={`${w.takeBack}: ${policyholder}`}
            busy={doing === 'sold'}
            onClick={() => void wishes.setSold(false)}
          >
            {w.takeBack}
          </Button>
        </div>
      ) : (
        <div className={styles.buttons}>
          <Button
            size="small"
            variant="quiet"
            icon={<PhoneIcon />}
            aria-label={`${w.contact}: ${policyholder}`}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {w.contact}
          </Button>
          <LinkButton
            size="small"
            variant="secondary"
            href={`${pathOf('promoter-ogpo', locale)}?${new URLSearchParams({ prolong: globalId })}`}
          >
            {t.prolong}
          </LinkButton>
        </div>
      )}
      {open && !carSold ? (
        <div className={styles.opened} id={id} data-asked>
          {today ? <SinceLast since={today.since_last} /> : null}
          {noCalls ? (
            <p className={styles.note}>{noCalls === 'own' ? w.noCallsText : w.noCallsOfClient}</p>
          ) : (
            <ContactOf globalId={globalId} />
          )}
          <div className={styles.buttons}>
            <Button
              size="small"
              variant="secondary"
              busy={doing === 'sold'}
              onClick={() => void wishes.setSold(true)}
            >
              {w.sold}
            </Button>
            {noCalls === 'other' ? null : (
              <Button
                size="small"
                variant="secondary"
                busy={doing === 'calls'}
                onClick={() => void wishes.setRefused(noCalls === null)}
              >
                {noCalls === null ? w.refuses : w.mayBeCalled}
              </Button>
            )}
          </div>
        </div>
      ) : null}
    </li>
  )
}

/** Today's price of another year, compared in a word with the last one; its height is reserved. */
function TodaysPrice({ today }: Pick<ExpiringPolicy, 'today'>) {
  const t = useTexts(words)
  const w = useTexts(renewalWords)
  if (!today) return <p className={`${styles.today} ${styles.note}`}>{w.noPrice}</p>
  const { difference } = today.since_last
  return (
    <div className={styles.today}>
      <p className={styles.who}>
        <Price tenge={today.premium} label={t.today} />
      </p>
      <p className={styles.note}>
        {difference === 0 ? w.same : `${difference > 0 ? '+' : '−'} ${money(Math.abs(difference))}`}
      </p>
    </div>
  )
}

/** The phone and a script, loaded when the row is opened, for a call or a message. */
function ContactOf({ globalId }: { globalId: string }) {
  const w = useTexts(renewalWords)
  const [contact, setContact] = useState<Contact | null>(
    () => keptRenewals()?.contacts[globalId] ?? null,
  )
  const [wrong, setWrong] = useState<string | null>(null)
  const [round, setRound] = useState(0)

  // Loads the phone; the server records the access.
  useEffect(() => {
    const stop = new AbortController()
    portal('promoterRenewalContact', { globalId }, { signal: stop.signal }).then(
      ({ data }) => {
        keepContact(globalId, data)
        setContact(data)
        setWrong(null)
      },
      (error: unknown) => {
        if (stop.signal.aborted) return
        const apiError = apiErrorOf(error)
        // Offline, the phone seen here before serves as well.
        if (apiError.kind !== 'offline' && apiError.kind !== 'timeout') {
          keepContact(globalId, null)
          setContact(null)
        }
        setWrong(apiError.message || (apiError.kind === 'offline' ? w.offline : w.failed))
      },
    )
    return () => stop.abort()
  }, [globalId, round]) // oxlint-disable-line react/exhaustive-deps

  if (contact) {
    const digits = contact.phone.replace(/\D/g, '')
    return (
      <div className={styles.contact}>
        <p className={styles.who}>{formatPhone(digits)}</p>
        <p lang={languageTag(contact.language)}>{contact.text}</p>
        <div className={styles.buttons}>
          <LinkButton size="small" icon={<PhoneIcon />} href={`tel:+${digits}`}>
            {w.call}
          </LinkButton>
          <LinkButton
            size="small"
            variant="secondary"
            href={`https://wa.me/${digits}?text=${encodeURIComponent(contact.text)}`}
          >
            WhatsApp
          </LinkButton>
        </div>
      </div>
    )
  }
  if (wrong)
    return (
      <Notice
        tone="warn"
        live
        title={wrong}
        action={
          <Button
            size="small"
            variant="secondary"
            onClick={() => {
              setWrong(null)
              setRound(round + 1)
            }}
          >
            {w.retry}
          </Button>
        }
      />
    )
  return <RowProgress>{w.contact}</RowProgress>
}

type ExpiringPolicy = Reply<'promoterExpiring'>['data']['policies'][number]
type Contact = Reply<'promoterRenewalContact'>['data']
/** `contacts`: of the policies that have been opened, by their Global ID. */
type Kept = {
  owner: string
  savedAt: number
  policies: ExpiringPolicy[]
  contacts: Record<string, Contact>
}

/** The list as it was last seen here by who is signed in, for a place without a connection. */
function keptRenewals(): Kept | null {
  const value = kept('renewals')
  return isKept(value) && value.owner === keptPromoter()?.id ? value : null
}

function keepList(policies: ExpiringPolicy[], now = Date.now()): void {
  const owner = keptPromoter()?.id
  if (!owner) return
  // Forgets the phones of clients who have opted out of calls since.
  const contacts = Object.fromEntries(
    Object.entries(keptRenewals()?.contacts ?? {}).filter(([globalId]) =>
      policies.some((policy) => policy.globalId === globalId && !policy.noCalls),
    ),
  )
  keep('renewals', { owner, savedAt: now, policies, contacts } satisfies Kept)
}

function keepContact(globalId: string, contact: Contact | null): void {
  const before = keptRenewals()
  if (!before) return
  const { [globalId]: _old, ...others } = before.contacts
  keep('renewals', { ...before, contacts: contact ? { ...others, [globalId]: contact } : others })
}

// Checks stored data: only `keepList` and `keepContact` create it.
const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  'savedAt' in value &&
  'policies' in value &&
  Array.isArray(value.policies) &&
  'contacts' in value
