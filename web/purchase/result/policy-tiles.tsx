import { localePath } from '#contract/pages.ts'
import { addDays, almatyDay, countDays, type Day } from '#domain/calendar.ts'
import { api, type Reply } from '../../http/api.ts'
import { purchaseToken } from '../../session/purchase-token.ts'
import { fromTo, longDate, money, plural, useLocale, useTexts } from '../../texts.ts'
import { BrightCode } from '../../ui/bright-code.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { CalendarIcon, DownloadIcon, ShareIcon } from '../../ui/later-icons.tsx'
import { Pass } from '../../ui/pass.tsx'
import { share } from '../../ui/share.ts'
import { useToast } from '../../ui/toast.tsx'
import { WalletButtons, type Wallets } from '../../wallet/wallet.tsx'
import styles from './issued-policy.module.css'
import words from './policy-texts.ts'

/** Asks for the addresses of the wallets with the proof of the purchase. */
export const walletsOfBuyer = (globalId: string, signal: AbortSignal) =>
  api('ogpoWallets', { globalId }, { token: purchaseToken() ?? undefined, signal })

type Props = { issued: IssuedPolicyData; wallets: Wallets | null }

/** Actions of a policy, a tile each: save, show, add to the calendar. */
export function PolicyTiles({ issued, wallets }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const say = useToast()
  const { globalId, endDate, checkUrl, files } = issued
  const plates = (issued.cars ?? []).map(({ registrationNumber }) => registrationNumber).join(', ')
  const give = async (url: string): Promise<void> => {
    const done = await share({ title: `${t.product} ${globalId}`, text: plates, url })
    if (done === 'copied') say({ text: t.linkCopied, tone: 'good' })
    if (done === 'failed') say({ text: t.problem, tone: 'bad' })
  }
  const remember = (): void => {
    const file = calendarFile({
      id: globalId,
      summary: t.endsOf(plates),
      description: t.renewInTime,
      url: checkUrl ?? location.origin,
      day: endDate,
      made: new Date(),
    })
    const address = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }))
    Object.assign(document.createElement('a'), {
      href: address,
      download: `${globalId}.ics`,
    }).click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }
  return (
    <>
      <ul className={styles.tiles} aria-label={t.whatNow}>
        <li>
          {files?.policy ? (
            <a
              href={localePath(locale, `/download-policy/${encodeURIComponent(files.policy.uuid)}`)}
            >
              <DownloadIcon />
              {t.pdf} <span className="visually-hidden">– {t.files.policy}</span>
            </a>
          ) : (
            <button type="button" disabled>
              <DownloadIcon />
              {t.pdf}
            </button>
          )}
        </li>
        {checkUrl ? (
          <li>
            <button type="button" onClick={() => void give(checkUrl)}>
              <ShareIcon />
              {t.share}
            </button>
          </li>
        ) : null}
        <li>
          <button type="button" onClick={remember}>
            <CalendarIcon />
            {t.remember}
          </button>
        </li>
      </ul>
      <div className={styles.wallet}>
        <WalletButtons wallets={wallets} />
      </div>
    </>
  )
}

type Entry = {
  /** Of the policy: the same file read twice is one entry. */
  id: string
  summary: string
  description: string
  url: string
  /** The last day of the policy. */
  day: Day
  /** When it is made, UTC. */
  made: Date
}

/**
 * The end of a policy as a calendar file (RFC 5545): a whole day, with a reminder 30 days before.
 */
export function calendarFile({ id, summary, description, url, day, made }: Entry): string {
  const compact = (text: string) => text.replaceAll('-', '')
  const stamp = `${made.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Qorgan//Policy//EN',
    'BEGIN:VEVENT',
    `UID:${id}@qorgan`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${compact(day)}`,
    `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(summary)}`,
    'TRIGGER:-P30D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** Section 3.3.11. */
const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n')

/**
 * Section 3.1: a line of more than 75 octets goes on in the next one, which begins with a space.
 */
function folded(line: string): string {
  const lines: string[] = []
  let part = ''
  let octets = 0
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length
    if (octets + size > 74) {
      lines.push(part)
      part = ''
      octets = 0
    }
    part += sign
    octets += size
  }
  return [...lines, part].join('\r\n ')
}

export type Issued = Reply<'ogpoCheckOrderSet'>['data']
/** An order whose policy is there. */
export type IssuedPolicyData = Issued & Required<Pick<Issued, 'globalId' | 'startDate' | 'endDate'>>

type IssuedPassProps = {
  issued: IssuedPolicyData
  /** The surcharge of a reissue; null for any other policy. */
  paidMore: number | null
}

/** The policy that has just been issued, as the pass that cabinet and check page show too. */
export function IssuedPass({ issued, paidMore }: IssuedPassProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { globalId, startDate, endDate, checkUrl, policyholder, amount } = issued
  const price = amount === undefined || paidMore !== null ? undefined : money(amount)
  const product = [t.product, issued.insurer].filter(Boolean).join('\u00a0· ')
  const today = almatyDay(new Date())
  const waits = today < startDate
  const days = countDays(waits ? startDate : today, endDate)
  const soon = startDate === addDays(today, 1) ? t.tomorrow : t.waits
  return (
    <Pass
      product={product}
      number={globalId}
      state={waits ? { label: soon, tone: 'now' } : { label: t.inForce, tone: 'good' }}
      cars={(issued.cars ?? []).map(({ registrationNumber, name }) => ({
        plate: registrationNumber,
        model: name,
      }))}
      facts={[
        { label: t.begins, value: longDate(locale, startDate) },
        { label: t.ends, value: longDate(locale, endDate) },
        ...(policyholder ? [{ label: t.policyholder, value: policyholder }] : []),
        ...(price ? [{ label: t.price, value: price }] : []),
        ...(paidMore === null ? [] : [{ label: t.paidMore, value: money(paidMore) }]),
      ]}
      left={{
        share: days / countDays(startDate, endDate),
        days,
        label: plural(locale, days, t.days),
      }}
      stub={
        checkUrl ? (
          <>
            <BrightCode
              text={checkUrl.toUpperCase()}
              title={t.numbered(globalId)}
              product={product}
              term={fromTo(locale, startDate, endDate)}
              plates={(issued.cars ?? []).map(({ registrationNumber }) => registrationNumber)}
              owner={[policyholder, price].filter(Boolean).join('\u00a0· ')}
              words={{ code: t.check, enlarge: t.enlarge, scan: t.scan, close: t.closeCode }}
            />
            <div>
              <p>{t.scan}</p>
              <LinkButton variant="quiet" size="small" href={checkUrl}>
                {t.check}
              </LinkButton>
            </div>
          </>
        ) : undefined
      }
    />
  )
}
