import { type FormEvent, useEffect, useRef, useState } from 'react'
import { reasonLength, takesTwoPeople } from '#domain/claims/two-people.ts'
import { sumTyped } from '#domain/typed-sum.ts'
import { type ClaimNotice, claimSms } from '#texts/claim-messages.ts'
import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { setQuery } from '../../ui/query.ts'
import { useKeys, useOpened } from '../shell/keys.ts'
import { useSecondsLeft } from '../signatures/waits.tsx'
import styles from './case.module.css'
import words, { heldWords, signingWords } from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import decision from './decision.module.css'
import listWords from './texts.ts'
import { useMeanwhile, useServerValue } from './use-server-value.ts'

/** Decisions that are previewed before they are sent. */
const looks = ['accepted', 'completed', 'rejected'] as const
type Look = (typeof looks)[number]
type To = ClaimPart['claim']['next'][number]

/** Holds the draft of a decision and sends it: by one person, or to the second signature. */
function useDecision({ claim, onDone }: ClaimPart) {
  const toSign = useAct(useTexts(signingWords).asked)
  const moves = useAct()
  const meanwhile = useMeanwhile(claim)
  const [sum, setSum] = useState<string | null>(null)
  const [reason, setReason] = useState('')
  const [wrong, setWrong] = useState(false)
  const [round, setRound] = useState(0)
  const { payable: decided, estimated } = claim.sums
  const field = useServerValue(String(decided ?? estimated ?? ''))
  const payable = sumTyped(sum ?? field.seen)
  const { two_people_from, granted } = claim.signing
  const isForTwo = takesTwoPeople(payable ?? null, two_people_from, granted)
  const move = async (to: To, text: string) => {
    const isPayment = to === 'accepted'
    setWrong(isPayment && payable === undefined)
    if (isPayment && payable === undefined) return false
    const body = { claim_id: claim.claim_id, reason: text, acted: claim.acted }
    const more = isPayment && typeof payable === 'number' ? { payable } : {}
    for (const one of [moves, toSign]) one.reset()
    const isDone =
      isPayment && isForTwo
        ? await toSign.run(() => ask('staffClaimAskSignature', { ...body, ...more }))
        : await moves.run(
            () =>
              ask('staffClaimMove', {
                ...body,
                from: claim.status,
                to,
                hold: to !== 'under_consideration',
                ...more,
              }),
            // A held decision shows its own notice.
            to === 'under_consideration' ? undefined : null,
          )
    if (isDone) {
      // A hidden field was not sent, so its text stays.
      if (text) setReason('')
      setSum(null)
      setRound(round + 1)
      field.kept()
      meanwhile.end()
    }
    onDone()
    return isDone
  }
  const act = moves.error ? moves : toSign
  const busy = moves.busy || toSign.busy
  return {
    act,
    busy,
    field,
    isForTwo,
    move,
    payable,
    reason,
    round,
    wrong,
    setReason,
    setSum,
    ...meanwhile,
  }
}

/**
 * The decision form. The button names its effect, a sum for two goes to the second signature, and
 * no single key decides. The draft survives what others do to the claim meanwhile.
 */
export function Acts({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const { act, busy, field, isForTwo, move, payable, reason, round, wrong, ...decided } =
    useDecision({ claim, onDone })
  const { others, begin, setReason, setSum } = decided
  const whyTwo = useWhyTwo(claim, payable)
  const [look, setLook] = useState<Look | null>(null)
  useOpened(look !== null, () => setLook(null))
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currentTarget: form } = event
    const { submitter } = event.nativeEvent as SubmitEvent // a submit event is one
    const to = claim.next.find((one) => one === submitter?.getAttribute('value'))
    if (!to) return
    // Missing fields are reported before the preview.
    const isWhole = to !== 'accepted' || (!isForTwo && payable !== undefined)
    const isReasoned = to === 'completed' || reason.trim().length >= reasonLength
    const goes = looks.find((one) => one === to)
    if (goes && isWhole && isReasoned && look !== to) return setLook(goes)
    setLook(null)
    // On a phone the button is under the thumb and the fields are elsewhere.
    const shows = (isDone: boolean) => isDone || form.scrollIntoView({ block: 'nearest' })
    void move(to, isAsked ? reason.trim() : '').then(shows)
  }
  if (claim.held)
    return (
      <>
        <Held claim={claim} onDone={onDone} />
        <Meanwhile others={others} />
        <YourText text={reason} />
      </>
    )
  const isWaiting = claim.signing.signature?.state === 'waiting'
  const decides = claim.next.includes('accepted') && !isWaiting
  const isAsked = decides || claim.next.includes('rejected')
  if (claim.next.length === 0) return <Left text={reason} claim={claim} others={others} />
  const typed = (keep: (text: string) => void) => (text: string) => {
    begin()
    setLook(null)
    keep(text)
  }
  /** Nobody has taken the claim: taking it comes first, a refusal has its own button. */
  const isEarly = claim.status === 'wait'
  const why = (
    <Why
      key={`reason ${round}`}
      claim={claim}
      text={reason}
      error={act.errors.reason}
      onText={typed(setReason)}
    />
  )
  return (
    <form
      className={decision.acts}
      data-decides=""
      data-waits={isWaiting ? '' : undefined}
      noValidate
      onSubmit={submitted}
    >
      {decides ? (
        <MoneyField
          key={`payable ${round} ${field.round}`}
          name="payable"
          label={t.toPay}
          hint={isForTwo ? whyTwo : undefined}
          defaultValue={field.seen}
          onValue={typed((text) => {
            field.typed()
            setSum(text)
          })}
          error={wrong ? t.wrongSum : act.errors.payable}
        />
      ) : null}
      {isAsked && !isEarly ? why : null}
      <Meanwhile others={others} />
      {isAsked ? null : <YourText text={reason} />}
      <ActError act={act} />
      {look && claim.next.includes(look) ? (
        <LookBack
          claim={claim}
          notice={look}
          reason={reason.trim()}
          payable={look === 'completed' ? claim.sums.payable : (payable ?? null)}
          label={look === 'completed' ? t.complete : look === 'rejected' ? t.refuse : t.approve}
          busy={busy}
          onBack={() => setLook(null)}
        />
      ) : (
        <>
          <Buttons
            claim={claim}
            busy={busy}
            approve={decides ? { payable: payable ?? null, isForTwo } : null}
            refuses={!isEarly}
          />
          <p className={styles.soft}>{t.hears}</p>
        </>
      )}
      {isEarly ? (
        <details className={decision.early}>
          <summary>{t.refuseNow}</summary>
          <div>
            {why}
            <Refuse busy={busy} />
          </div>
        </details>
      ) : null}
    </form>
  )
}

type WhyProps = Pick<ClaimPart, 'claim'> & {
  text: string
  error: string | undefined
  onText: (text: string) => void
}
/** The reason, in the language its client reads. */
function Why({ claim, text, error, onText }: WhyProps) {
  const t = useTexts(words)
  return (
    <LimitedField
      name="reason"
      label={t.reason}
      hint={t.reasonFor[claim.client.locale]}
      rows={2}
      maxLength={1_000}
      defaultValue={text}
      onValue={onText}
      error={error}
    />
  )
}

/** Returns why two people must decide: the sum itself, earlier grants, or a rule for every sum. */
function useWhyTwo({ signing }: ClaimPart['claim'], payable: number | null | undefined): string {
  const t = useTexts(signingWords)
  const { two_people_from: from, granted } = signing
  if (!from) return t.always
  return typeof payable === 'number' && payable < from
    ? t.withGranted(money(granted), money(from))
    : t.fromSum(money(from))
}

type ButtonsProps = {
  claim: ClaimPart['claim']
  busy: boolean
  approve: { payable: number | null; isForTwo: boolean } | null
  refuses: boolean
}
/** The decisions possible now: two buttons of equal weight. */
function Buttons({ claim, busy, approve, refuses }: ButtonsProps) {
  const t = useTexts(words)
  const of = useTexts(signingWords)
  const other = claim.next.filter((to) => to === 'completed' || to === 'under_consideration')
  return (
    <div className={decision.equal}>
      {other.map((to) => (
        <Button key={to} type="submit" value={to} busy={busy} wide>
          {to === 'completed' ? t.complete : claim.status === 'rejected' ? t.takeAgain : t.take}
        </Button>
      ))}
      {approve ? (
        <Button type="submit" variant="secondary" value="accepted" busy={busy} wide>
          {approve.isForTwo ? of.ask : t.approve}{' '}
          <small>{approve.payable === null ? t.approveWithout : money(approve.payable)}</small>
        </Button>
      ) : null}
      {refuses && claim.next.includes('rejected') ? <Refuse busy={busy} /> : null}
    </div>
  )
}

function Refuse({ busy }: { busy: boolean }) {
  const t = useTexts(words)
  return (
    <Button type="submit" variant="secondary" value="rejected" busy={busy} wide>
      {t.refuse} <small>{t.refuseWith}</small>
    </Button>
  )
}

type Others = ReturnType<typeof useMeanwhile>['others']

/** What others did while the decision was being written, shown before it is sent. */
function Meanwhile({ others }: { others: Others }) {
  const t = useTexts(signingWords)
  const { events, byClient, byScanner } = useTexts(listWords)
  if (others.length === 0) return null
  return (
    <Notice tone="warn" live title={t.meanwhile}>
      {others.map(({ id, what, by }) => (
        <div key={id}>
          {by.kind === 'client' ? byClient : by.kind === 'scanner' ? byScanner : by.name}:{' '}
          {events[what] ?? what}
        </div>
      ))}
    </Notice>
  )
}

/** Shown if somebody else decided and nothing remains to do. */
function Left({
  text,
  claim,
  others,
}: { text: string; others: Others } & Pick<ClaimPart, 'claim'>) {
  const list = useTexts(listWords)
  return (
    <>
      {claim.status === 'completed' ? <p>{list.finished}</p> : null}
      <Meanwhile others={others} />
      <YourText text={text} />
    </>
  )
}

/** The draft left over when somebody else decided, for copying. */
function YourText({ text }: { text: string }) {
  const t = useTexts(signingWords)
  if (!text.trim()) return null
  return (
    <p className={styles.soft}>
      {t.yourText}: {text}
    </p>
  )
}

/** A decision that waits to be sent: its author may still withdraw it. */
function Held({ claim, onDone }: ClaimPart) {
  const t = useTexts(heldWords)
  const { states } = useTexts(listWords)
  const act = useAct(t.takenBack)
  const { held } = claim
  const left = useSecondsLeft(held?.goes_at ?? null, onDone)
  const takeBack = () =>
    void act.run(() => ask('staffClaimTakeBack', { claim_id: claim.claim_id })).then(onDone)
  useKeys(held?.mine ? { KeyZ: takeBack, KeyJ: () => void opensNext(claim.claim_id) } : {})
  if (!held) return null
  return (
    <section data-decides="" className={decision.signing} aria-label={t.title}>
      <h3>{t.title}</h3>
      <p role="status">
        {states[held.to]}
        {held.to === 'accepted' && held.payable !== null ? `, ${money(held.payable)}` : ''}
      </p>
      {held.reason ? <p>{held.reason}</p> : null}
      <p className={styles.soft}>
        {left > 0 ? t.goes(left) : t.going}
        {held.mine ? '' : ` ${held.by}`}
      </p>
      <ActError act={act} />
      {held.mine ? (
        <div className={decision.equal}>
          <Button variant="secondary" busy={act.busy} onClick={takeBack} wide>
            {t.takeBack} <kbd>Z</kbd>
          </Button>
          <Button variant="secondary" onClick={() => void opensNext(claim.claim_id)} wide>
            {t.next} <kbd>J</kbd>
          </Button>
        </div>
      ) : null}
    </section>
  )
}

/** Opens the open claim with the next deadline; the board if there is none. */
async function opensNext(id: string): Promise<void> {
  const { data } = await ask('staffClaimBoard', {})
  setQuery({ claim: data.claims.find(({ claim_id }) => claim_id !== id)?.claim_id ?? null })
}

type Goes = {
  claim: ClaimPart['claim']
  notice: Extract<ClaimNotice, 'accepted' | 'completed' | 'rejected'>
  /** Reason that the client reads with the decision. */
  reason?: string
  /** Tenge; null if nothing is paid. */
  payable: number | null
}

/**
 * Lists the effects of a decision about money: the sum, its recipient, the payment method, and the
 * SMS as sent.
 */
export function goesOut(
  { claim, notice, payable, reason }: Goes,
  t: (typeof words)['kz'],
  noSum: string,
) {
  const { client, claim_id: number } = claim
  return [
    ...(notice === 'rejected'
      ? []
      : [[t.toPay, payable === null ? noSum : money(payable)] as const]),
    ...(reason ? [[t.reason, reason] as const] : []),
    [
      t.goesTo,
      client.phone ? `${client.name}, ${client.phone.replaceAll(' ', '\u00a0')}` : client.name,
    ],
    ...(notice === 'rejected' ? [] : [[t.goesBy, t.goesByText] as const]),
    [
      t.goesSms,
      client.phone ? `«${claimSms(notice, { number, link: '…' })[client.locale]}»` : t.goesNoPhone,
    ],
  ] as const
}

type Props = Goes & { label: string; busy: boolean; onBack: () => void }

/** Preview of a decision: the second press sends it. */
function LookBack({ label, busy, onBack, ...goes }: Props) {
  const t = useTexts(words)
  const { noSum } = useTexts(signingWords)
  const part = useRef<HTMLElement>(null)
  // Moves the focus away from the pressed button, which is gone.
  useEffect(() => {
    part.current?.focus()
  }, [])
  return (
    <section
      data-decides=""
      className={decision.signing}
      aria-label={t.goes}
      ref={part}
      tabIndex={-1}
    >
      <h3>{t.goes}</h3>
      <dl className={styles.facts}>
        {goesOut(goes, t, noSum).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={decision.equal}>
        <Button variant="secondary" onClick={onBack} wide>
          {t.goesBack}
        </Button>
        <Button type="submit" value={goes.notice} busy={busy} wide>
          {label}
        </Button>
      </div>
    </section>
  )
}
