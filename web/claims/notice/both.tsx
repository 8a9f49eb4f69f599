import { Suspense, useState } from 'react'
import { formatTime } from '#domain/calendar.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { europrotocolConditions } from '#texts/claim-verdict.ts'
import { lazy } from '../../lazy.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { spacedSigns } from '../../typed-plate.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Notice as Told } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { Refused } from '../../ui/way-on.tsx'
import { Action } from '../way/action.tsx'
import { Ticks } from '../way/ticks.tsx'
import way from '../way/way.module.css'
import styles from './notice.module.css'
import { PartForm } from './part-form.tsx'
import words from './texts.ts'
import {
  type Notice,
  type NoticeDriver,
  type NoticeInHand,
  useNotice,
  type Which,
} from './use-notice.ts'

/** The same notice on both phones: what happened, and each driver with their car and signature. */
export function Sheet({ notice }: { notice: Notice }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { shared, first, second, me } = notice
  const guilty = shared.at_fault && t[shared.at_fault]
  return (
    <article className={styles.sheet}>
      <h2>{t.event}</h2>
      <Facts
        facts={[
          { label: t.when, value: `${longDate(locale, shared.on)}, ${shared.at}` },
          { label: t.where, value: shared.place || '–' },
          {
            label: t.guilty,
            value: guilty ? `${guilty}${shared.at_fault === me ? ` (${t.you})` : ''}` : '–',
          },
        ]}
      />
      <Driver title={t.first} driver={first} mine={me === 'first'} />
      {second ? <Driver title={t.second} driver={second} mine={me === 'second'} /> : null}
    </article>
  )
}

type SheetProps = { title: string; driver: NoticeDriver; mine: boolean }

function Driver({ title, driver, mine }: SheetProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const { insured, insurer, policy, zones, signed_at: signed } = driver
  const cover = [insurer, policy].filter(Boolean).join(', ')
  const time = signed && formatTime(new Date(signed))
  return (
    <section className={styles.driver}>
      <h3>
        {title}
        {mine ? ` · ${t.you}` : null}
      </h3>
      <p className={styles.name}>{driver.name || t.unnamed}</p>
      <Facts
        facts={[
          { label: t.car, value: driver.plate ? spacedSigns(driver.plate) : '–' },
          {
            label: t.policy,
            value: insured === 'yes' ? cover || t.insured.yes : t.insured[insured],
          },
          ...(zones.length > 0
            ? [{ label: t.damaged, value: zones.map((zone) => zoneWords[zone][locale]).join(', ') }]
            : []),
          ...(driver.words ? [{ label: t.how, value: driver.words }] : []),
        ]}
      />
      <p className={styles.signature} data-signed={signed ? '' : undefined}>
        {time ? t.signed(time) : t.unsigned}
      </p>
    </section>
  )
}

type Props = {
  which: Which
  token: string
  first: Notice
  /** Where the first driver goes on; null for the second. */
  goOn: (() => void) | null
}

/** The notice on one of the two phones: one's own side, what both see, the signature. */
export function Both({ which, token, first, goOn }: Props) {
  const t = useTexts(words)
  const hand = useNotice(which, token, first)
  const { notice } = hand
  const [editing, setEditing] = useState(notice.unsaid.length > 0)
  const isOpen = notice.signed_at === null
  if (hand.gone)
    return (
      <div className={way.stop}>
        <div className={way.column}>
          <h1>{t.title}</h1>
          <Told tone="error" live title={t.linkOver}>
            {t.takenOff}
          </Told>
        </div>
      </div>
    )
  if (editing && isOpen)
    return (
      <div className={way.stop}>
        <PartForm
          hand={hand}
          onSaved={() => {
            setEditing(false)
            scrollTo({ top: 0 })
          }}
        />
        <Know notice={notice} />
      </div>
    )
  return (
    <div className={way.stop}>
      <div className={way.column}>
        <State hand={hand} />
        {'draft' in which && isOpen && !notice.second ? (
          <ShowLink hand={hand} draft={which.draft} />
        ) : null}
        <Sheet notice={notice} />
        {isOpen ? (
          <div>
            <Button variant="secondary" size="small" onClick={() => setEditing(true)}>
              {t.edit}
            </Button>
          </div>
        ) : null}
        <Signing hand={hand} />
        {'draft' in which && isOpen && notice.second ? (
          <Release hand={hand} draft={which.draft} />
        ) : null}
        {isOpen ? null : <Paper hand={hand} goOn={goOn} />}
      </div>
      <Know notice={notice} />
    </div>
  )
}
/** The next action, or why there is none. */
function State({ hand }: { hand: NoticeInHand }) {
  const t = useTexts(words)
  const locale = useLocale()
  const { notice, apiError } = hand
  const { verdict, me, second, signed_at: signed } = notice
  const mine = notice[me]?.signed_at
  const no = notice.conditions.filter(({ answer }) => answer === 'no')
  return (
    <>
      <h1>{signed ? t.done : t.title}</h1>
      {signed ? <p className={way.soft}>{t.doneText}</p> : null}
      {apiError ? <Refused apiError={apiError} title={apiError.message || t.failed} /> : null}
      {verdict === 'impossible' ? (
        <Told tone="error" live title={t.impossible}>
          <p>
            {no
              .map(({ condition }) => `${europrotocolConditions[locale][condition]}: ${t.not}`)
              .join('; ')}
          </p>
          <ol className={styles.now}>
            {[...t.now, ...(me === 'first' ? [t.goOnAnyway] : [])].map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </Told>
      ) : null}
      {notice.may_sign && !mine && notice.shared.at_fault === me ? (
        <Told tone="warn" title={t.admit}>
          {t.admitText}
        </Told>
      ) : null}
      {signed || verdict === 'impossible' || !second ? null : mine ? (
        <Told tone="info" live title={t.waits}>
          {t.waitsText}
        </Told>
      ) : notice.may_sign ? null : verdict === 'unknown' && isSilent(notice) ? (
        <Told tone="info" live title={t.filling} />
      ) : (
        <Told tone="warn" live title={t.unknown}>
          {t.unknownText}
        </Told>
      )}
    </>
  )
}
/** Checks whether either driver has not answered everything. */
const isSilent = ({ first, second }: Notice): boolean =>
  [first, second].some((driver) => !driver || Object.keys(driver.says).length < SAID)
const SAID = 4

/** The code, its SMS, the signature. */
function Signing({ hand }: { hand: NoticeInHand }) {
  const t = useTexts(words)
  const { notice, doing } = hand
  if (!notice.may_sign || notice[notice.me]?.signed_at) return null
  if (!hand.isAsked)
    return <Action label={t.sign} busy={doing === 'code'} onGo={() => void hand.askCode()} />
  return (
    <section className={way.group}>
      <CodeField
        name="code"
        label={t.code}
        hint={notice.phone ? t.codeTo(notice.phone) : undefined}
        focused
        error={hand.wrongCode}
        wrongCodes={hand.wrongCodes}
        onComplete={(code) => void hand.sign(code)}
      />
      {doing === 'sign' ? <RowProgress>{t.signing}</RowProgress> : null}
      <div>
        <Button
          variant="secondary"
          size="small"
          busy={doing === 'code'}
          onClick={() => void hand.askCode()}
        >
          {t.resend}
        </Button>
      </div>
    </section>
  )
}

/** Another person joined by the link: removes them and shows a new link. */
function Release({ hand, draft }: { hand: NoticeInHand; draft: string }) {
  const t = useTexts(words)
  return (
    <div>
      <Button
        variant="quiet"
        size="small"
        busy={hand.doing === 'renew'}
        onClick={() => void hand.renew(draft, true)}
      >
        {t.release}
      </Button>
    </div>
  )
}

/** What both have signed, and onwards with the claim. */
function Paper({ hand, goOn }: { hand: NoticeInHand; goOn: (() => void) | null }) {
  const t = useTexts(words)
  return (
    <>
      {hand.notice.paper ? (
        <div>
          <Button
            variant="secondary"
            busy={hand.doing === 'paper'}
            onClick={() => void hand.openPaper()}
          >
            {t.paper}
          </Button>
        </div>
      ) : (
        <RowProgress>{t.paperComes}</RowProgress>
      )}
      {goOn ? <Action label={t.goOn} onGo={goOn} /> : null}
    </>
  )
}

/** The law's day and sum, and what the other one sees. */
function Know({ notice }: { notice: Notice }) {
  const t = useTexts(words)
  const locale = useLocale()
  const lines = [
    t.tellBy(longDate(locale, notice.tell_by)),
    ...(notice.limit === null ? [] : [t.limit(money(notice.limit))]),
    ...(notice.signed_at ? [] : [t.together]),
    t.private,
  ]
  return <Ticks title={t.know} lines={lines} always />
}

const Qr = lazy(() => import('../../ui/qr.tsx').then(({ Qr: part }) => ({ default: part })))

/** The link as a QR code and to be sent; once it is over, a new one. */
function ShowLink({ hand, draft }: { hand: NoticeInHand; draft: string }) {
  const t = useTexts(words)
  const [copied, setCopied] = useState(false)
  const { link } = hand.notice
  const renew = (
    <Button
      variant="secondary"
      size="small"
      busy={hand.doing === 'renew'}
      onClick={() => void hand.renew(draft, false)}
    >
      {t.renew}
    </Button>
  )
  if (!link)
    return (
      <Told tone="warn" live title={t.over} action={renew}>
        {t.overText}
      </Told>
    )
  const until = formatTime(new Date(link.until))
  const share = async () => {
    if (navigator.share) return navigator.share({ url: link.url }).catch(() => {})
    await navigator.clipboard.writeText(link.url)
    setCopied(true)
  }
  return (
    <section className={styles.show}>
      <h2>{t.showTitle}</h2>
      <p>{t.showText}</p>
      <Suspense fallback={null}>
        <Qr text={link.url} label={t.qr} className={styles.qr} />
      </Suspense>
      <p>{t.until(until)}</p>
      <Button variant="secondary" size="small" onClick={() => void share()}>
        {t.share}
      </Button>
      {copied ? <p role="status">{t.copied}</p> : null}
    </section>
  )
}
