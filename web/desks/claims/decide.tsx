import { type FormEvent, useState } from 'react'
import { claimLimits } from '#domain/claims/limits.ts'
import { ask } from '../../http/ask.ts'
import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './case.module.css'
import words from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import { factsOf } from './claim-case.ts'
import listWords from './texts.ts'

/** A sum as typed, tenge; null where the field is empty, undefined where it is no sum. */
function sumIn(text: string): number | null | undefined {
  const digits = text.replaceAll(/[\s ₸]/g, '')
  if (digits === '') return null
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined
}

/** Sums, the reason, and what the claim may come to now: two decisions of one weight. */
export function Decide({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const list = useTexts(listWords)
  const locale = useLocale()
  const [due] = claim.deadlines
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>
        {t.decision}
        {due ? (
          <span className={styles.due} data-late={due.late ? '' : undefined}>
            {t.until(list.kinds[due.kind], longDate(locale, due.due))}
          </span>
        ) : null}
      </h2>
      {claim.status === 'wait' ? <p className={styles.soft}>{t.takeFirst}</p> : null}
      {claim.status === 'completed' ? <p>{list.finished}</p> : null}
      <Sums key={JSON.stringify(claim.sums)} claim={claim} onDone={onDone} />
      <Acts key={claim.status} claim={claim} onDone={onDone} />
    </section>
  )
}

/** What the client asks and what it is estimated at; the limit and the decided sum beside it. */
function Sums({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const act = useAct(t.sumsSaved)
  const [wrong, setWrong] = useState<string | null>(null)
  const isOpen = claim.status === 'wait' || claim.status === 'under_consideration'
  const { asked, estimated, payable } = claim.sums
  const save = async (form: FormData) => {
    const to = {
      asked: sumIn(String(form.get('asked') ?? '')),
      estimated: sumIn(String(form.get('estimated') ?? '')),
    }
    if (to.asked === undefined || to.estimated === undefined) {
      setWrong(to.asked === undefined ? 'asked' : 'estimated')
      return
    }
    setWrong(null)
    const checked = { asked: to.asked, estimated: to.estimated }
    const from = { asked, estimated }
    await act.run(() => ask('staffClaimSums', { claim_id: claim.claim_id, from, to: checked }))
    onDone()
  }
  const limits = claimLimits(claim.policy_type, factsOf(claim), claim.rules.mrp)
  const [limit] = limits
  return (
    <form
      className={styles.sums}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(new FormData(event.currentTarget))
      }}
    >
      {isOpen ? (
        <div className={styles.pair}>
          {(['asked', 'estimated'] as const).map((name) => (
            <TextField
              key={name}
              name={name}
              label={t[name]}
              inputMode="numeric"
              maxLength={13}
              suffix="₸"
              defaultValue={claim.sums[name]?.toString() ?? ''}
              error={wrong === name ? t.wrongSum : act.errors[`to.${name}`]}
            />
          ))}
        </div>
      ) : null}
      <dl className={styles.facts}>
        {isOpen ? null : (
          <>
            <Sum name={t.asked} sum={asked} />
            <Sum name={t.estimated} sum={estimated} />
            <Sum name={t.paid} sum={payable} />
          </>
        )}
        <Sum
          name={limit?.mrp ? `${t.limit}, ${limit.mrp} ${t.mrp}` : t.limitHome}
          sum={limit?.sum ?? null}
        />
      </dl>
      <ActError act={act} />
      {isOpen ? (
        <Button type="submit" variant="quiet" size="small" busy={act.busy}>
          {t.saveSums}
        </Button>
      ) : null}
    </form>
  )
}

const Sum = ({ name, sum }: { name: string; sum: number | null }) => (
  <div>
    <dt>{name}</dt>
    <dd>{sum === null ? '–' : money(sum)}</dd>
  </div>
)

/** The decision itself. The button says what it does; nothing hangs on one key. */
function Acts({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const act = useAct()
  const [sum, setSum] = useState(String(claim.sums.payable ?? claim.sums.estimated ?? ''))
  const [wrong, setWrong] = useState(false)
  const payable = sumIn(sum)
  const move = async (to: ClaimPart['claim']['next'][number], reason: string) => {
    if (to === 'accepted' && payable === undefined) {
      setWrong(true)
      return
    }
    setWrong(false)
    const of = { claim_id: claim.claim_id, from: claim.status, to, reason }
    const more = to === 'accepted' && payable ? { payable } : {}
    await act.run(() => ask('staffClaimMove', { ...of, ...more }))
    onDone()
  }
  const submitted = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent // a submit event is one
    const to = claim.next.find((one) => one === submitter?.getAttribute('value'))
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim()
    if (to) void move(to, reason)
  }
  if (claim.next.length === 0) return null
  const decides = claim.next.includes('accepted')
  const refuses = claim.next.includes('rejected')
  const other = claim.next.filter((to) => to === 'completed' || to === 'under_consideration')
  return (
    <form className={styles.acts} noValidate onSubmit={submitted}>
      {decides ? (
        <TextField
          name="payable"
          label={t.toPay}
          inputMode="numeric"
          maxLength={13}
          suffix="₸"
          defaultValue={sum}
          onValue={setSum}
          error={wrong ? t.wrongSum : act.errors.payable}
        />
      ) : null}
      {refuses || decides ? (
        <TextField
          name="reason"
          label={t.reason}
          hint={t.reasonFor[claim.client.locale]}
          rows={2}
          maxLength={1_000}
          error={act.errors.reason}
        />
      ) : null}
      <ActError act={act} />
      <div className={styles.equal}>
        {other.map((to) => (
          <Button key={to} type="submit" value={to} busy={act.busy} wide>
            {to === 'completed' ? t.complete : claim.status === 'rejected' ? t.takeAgain : t.take}
          </Button>
        ))}
        {decides ? (
          <Button type="submit" variant="secondary" value="accepted" busy={act.busy} wide>
            {t.approve} <small>{payable ? money(payable) : t.approveWithout}</small>
          </Button>
        ) : null}
        {refuses ? (
          <Button type="submit" variant="secondary" value="rejected" busy={act.busy} wide>
            {t.refuse} <small>{t.refuseWith}</small>
          </Button>
        ) : null}
      </div>
      <p className={styles.soft}>{t.hears}</p>
    </form>
  )
}
