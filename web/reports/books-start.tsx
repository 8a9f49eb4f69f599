import { useState } from 'react'
import { type OpeningKind, openingKinds, oursOf } from '#domain/books/start.ts'
import { wayNames } from '#domain/payment-ways.ts'
import { sumTyped } from '#domain/typed-sum.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { ActError, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './months.module.css'
import words from './months-texts.ts'
import { useOptions } from './options.ts'
import { monthName } from './period.ts'
import type { BooksStart, BooksStarts } from './replies.ts'

type Props = { starts: BooksStarts; today: string; again: () => void }
type Balance = BooksStart['balances'][number]

/** Start of the books: the signed one, the one that waits, or the form for it. */
export function BooksStartView({ starts, today, again }: Props) {
  const [changes, setChanges] = useState(false)
  const { signed, waiting, mayChange } = starts
  const isForm = !waiting && mayChange && (!signed || changes)
  const shown = waiting ?? signed
  if (isForm)
    return (
      <StartForm
        today={today}
        signed={signed}
        onSent={() => {
          setChanges(false)
          again()
        }}
      />
    )
  return shown ? (
    <Stood
      start={shown}
      waits={waiting !== null}
      onChange={mayChange ? () => setChanges(true) : null}
      again={again}
    />
  ) : null
}

/** Returns a function that names a balance: an insurer, a payment method, or as typed. */
function useSubject() {
  const t = useTexts(words).start
  const { insurer } = useOptions()
  return ({ kind, subject }: Pick<Balance, 'kind' | 'subject'>): string =>
    kind === 'account' ? subject : (t.ways[subject] ?? insurer(subject))
}

type StoodProps = {
  start: BooksStart
  waits: boolean
  onChange: (() => void) | null
  again: () => void
}

/** A start that is signed or waits for its second signature. */
function Stood({ start, waits, onChange, again }: StoodProps) {
  const t = useTexts(words).start
  const locale = useLocale()
  const subject = useSubject()
  const act = useAct(null)
  const { balances } = start
  useFootSum(t.foot(balances.length))
  const does = async (work: () => Promise<unknown>, said: string) => {
    if (await act.run(work, said)) again()
  }
  return (
    <div className={styles.whole}>
      <div className={`${styles.list} ${styles.stood}`}>
        <h2>{monthName(start.month, locale)}</h2>
        {start.source ? <p className={styles.soft}>{start.source}</p> : null}
        {start.reason ? (
          <p className={styles.soft}>
            {t.reason}: {start.reason}
          </p>
        ) : null}
        {balances.length === 0 ? (
          <p className={styles.soft}>{t.none}</p>
        ) : (
          <DenseTable
            caption={t.title}
            rows={balances}
            keyOf={({ kind, subject: of }) => `${kind} ${of}`}
            groupOf={({ kind }) => ({ key: kind, title: t.kinds[kind] })}
            columns={[
              { key: 'subject', title: t.title, grows: true, cell: subject },
              {
                key: 'amount',
                title: t.amount,
                number: true,
                cell: ({ amount }) => money(amount),
              },
              {
                key: 'proof',
                title: t.proof,
                from: 600,
                cell: ({ proof }) => proof || '–',
              },
            ]}
          />
        )}
      </div>
      <aside className={styles.side} aria-label={t.title}>
        <Sums balances={balances} ours={start.ours} />
        {waits ? (
          <>
            <Notice tone="warn" title={t.waits}>
              {start.by.join(', ')}, {almatyTime(start.at)}
            </Notice>
            <div className={styles.acts}>
              {start.mine ? null : (
                <Button
                  busy={act.busy}
                  onClick={() =>
                    void does(() => ask('reportSignStart', { id: start.id }), t.signed)
                  }
                >
                  {t.sign}
                </Button>
              )}
              <Button
                variant="secondary"
                busy={act.busy}
                onClick={() =>
                  void does(() => ask('reportWithdrawStart', { id: start.id }), t.withdrawn)
                }
              >
                {start.mine ? t.withdraw : t.decline}
              </Button>
            </div>
            {start.mine ? <p className={styles.soft}>{t.mine}</p> : null}
            <ActError act={act} />
          </>
        ) : (
          <>
            <p className={styles.soft}>
              {start.by.length > 0 ? t.by(start.by.join(', '), almatyTime(start.at)) : t.before}
            </p>
            {onChange ? (
              <Button variant="secondary" onClick={onChange}>
                {t.change}
              </Button>
            ) : (
              <p className={styles.soft}>{t.stands}</p>
            )}
          </>
        )}
      </aside>
    </div>
  )
}

/** Assets, debts, the broker's share, and the note of the source. */
function Sums({
  balances,
  ours,
}: {
  balances: readonly Pick<Balance, 'kind' | 'subject' | 'amount'>[]
  ours: number | null
}) {
  const t = useTexts(words).start
  const part = (kinds: readonly OpeningKind[]) =>
    balances.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + amount, 0)
  const left = oursOf(balances)
  const holds = left === ours
  return (
    <>
      <div className={styles.head}>
        {holds ? <SuccessIcon /> : <ErrorIcon />}
        <h3>{holds ? t.holds : t.doesNotHold}</h3>
        {holds || ours === null ? null : (
          <span className={styles.soft}>{t.gap(money(left - ours))}</span>
        )}
      </div>
      <dl className={styles.sums}>
        <div>
          <dt>{t.have}</dt>
          <dd>{money(part(['account', 'waiting', 'prepaid']))}</dd>
        </div>
        <div>
          <dt>{t.owe}</dt>
          <dd>{money(part(['debt', 'refunds']))}</dd>
        </div>
        <div>
          <dt>{t.left}</dt>
          <dd>{money(left)}</dd>
        </div>
        <div>
          <dt>{t.said}</dt>
          <dd>{ours === null ? '–' : money(ours)}</dd>
        </div>
      </dl>
    </>
  )
}

type Typed = { subject?: string; amount?: string; proof?: string }
type Line = { key: string; kind: OpeningKind; subject: string | null }

/** The months a start may be, the next one first. */
function monthsUpTo(today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: 25 }, (_, back) => {
    const at = year * 12 + month - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

type FormProps = { today: string; signed: BooksStart | null; onSent: () => void }

/** Lines of the balances, with their totals while typing. */
function StartForm({ today, signed, onSent }: FormProps) {
  const t = useTexts(words).start
  const locale = useLocale()
  const act = useAct(t.sent)
  const options = useReply(ask, 'reportOptions', {})
  const subject = useSubject()
  const [accounts, setAccounts] = useState(() =>
    Math.max(1, signed?.balances.filter(({ kind }) => kind === 'account').length ?? 1),
  )
  const [typed, setTyped] = useState<Readonly<Record<string, Typed>>>(() => fromStart(signed))
  const [ours, setOurs] = useState(signed ? String(signed.ours) : '')
  const insurers = options.value?.insurers.map(({ value }) => value) ?? []
  const lines: Line[] = openingKinds.flatMap((kind): Line[] => {
    if (kind === 'account')
      return Array.from({ length: accounts }, (_, at) => ({
        key: `account.${at}`,
        kind,
        subject: null,
      }))
    const of = kind === 'waiting' ? wayNames : kind === 'refunds' ? ['clients'] : insurers
    return of.map((one) => ({ key: `${kind}.${one}`, kind, subject: one }))
  })
  /** Lines with a sum; an invalid sum counts as nothing and is reported at its field. */
  const filled = lines.filter(({ key }) => (typed[key]?.amount ?? '').trim() !== '')
  const amountOf = (key: string) =>
    sumTyped(typed[key]?.amount ?? '', 'below_nothing') ?? Number.NaN
  const isSum = (n: number) => Number.isSafeInteger(n)
  const said = sumTyped(ours || '0', 'below_nothing') ?? Number.NaN
  const balances = filled
    .filter(({ key }) => isSum(amountOf(key)) && amountOf(key) !== 0)
    .map(({ key, kind, subject: of }) => ({
      kind,
      subject: of ?? (typed[key]?.subject ?? '').trim(),
      amount: amountOf(key),
      proof: typed[key]?.proof ?? '',
      key,
    }))
  const errorOf = (key: string, field: 'subject' | 'amount' | 'proof'): string | undefined => {
    if (field === 'amount' && (typed[key]?.amount ?? '').trim() !== '' && !isSum(amountOf(key)))
      return t.wrongSum
    const at = balances.findIndex((one) => one.key === key)
    return at < 0 ? undefined : act.errors[`balances.${at}.${field}`]
  }
  const type = (key: string, what: Typed) =>
    setTyped((before) => ({ ...before, [key]: { ...before[key], ...what } }))
  useFootSum(t.foot(balances.length))
  const send = async (form: FormData) => {
    const done = await act.run(() =>
      ask('reportProposeStart', {
        month: String(form.get('month') ?? ''),
        source: String(form.get('source') ?? ''),
        ours: said,
        balances: balances.map(({ key: _key, ...balance }) => balance),
        reason: String(form.get('reason') ?? ''),
      }),
    )
    if (done) onSent()
  }
  return (
    <form
      noValidate
      className={styles.whole}
      onSubmit={(event) => {
        event.preventDefault()
        void send(new FormData(event.currentTarget))
      }}
    >
      <div className={`${styles.list} ${styles.form}`}>
        <h2>{t.title}</h2>
        <p>{t.about}</p>
        <div className={styles.top}>
          <Select
            name="month"
            label={t.month}
            placeholder={signed ? undefined : t.chooseMonth}
            defaultValue={signed?.month}
            options={monthsUpTo(today).map((value) => ({
              value,
              label: monthName(value, locale),
            }))}
            error={act.errors.month}
          />
          <TextField
            name="source"
            label={t.source}
            placeholder={t.sourceHint}
            defaultValue={signed?.source}
            error={act.errors.source}
          />
          <MoneyField
            name="ours"
            label={t.ours}
            defaultValue={ours}
            onValue={setOurs}
            error={isSum(said) ? act.errors.ours : t.wrongSum}
          />
        </div>
        {signed ? <TextField name="reason" label={t.reason} error={act.errors.reason} /> : null}
        {openingKinds.map((kind) => (
          <fieldset key={kind}>
            <legend>{t.kinds[kind]}</legend>
            {lines
              .filter((line) => line.kind === kind)
              .map(({ key, subject: of }) => (
                <div key={key} className={styles.row}>
                  {of === null ? (
                    <TextField
                      name={`${key}.subject`}
                      label={t.account}
                      defaultValue={typed[key]?.subject}
                      onValue={(value) => type(key, { subject: value })}
                      error={errorOf(key, 'subject')}
                    />
                  ) : (
                    <b>{subject({ kind, subject: of })}</b>
                  )}
                  <MoneyField
                    name={`${key}.amount`}
                    label={t.amount}
                    defaultValue={typed[key]?.amount}
                    onValue={(value) => type(key, { amount: value })}
                    error={errorOf(key, 'amount')}
                  />
                  <TextField
                    name={`${key}.proof`}
                    label={t.proof}
                    defaultValue={typed[key]?.proof}
                    onValue={(value) => type(key, { proof: value })}
                    error={errorOf(key, 'proof')}
                  />
                </div>
              ))}
            {kind === 'account' ? (
              <div>
                <Button
                  variant="quiet"
                  size="small"
                  onClick={() => setAccounts((count) => count + 1)}
                >
                  {t.addAccount}
                </Button>
              </div>
            ) : null}
          </fieldset>
        ))}
      </div>
      <aside className={styles.side} aria-label={t.holds}>
        <Sums balances={balances} ours={isSum(said) ? said : null} />
        <Button type="submit" wide busy={act.busy}>
          {t.propose}
        </Button>
        <ActError act={act} />
      </aside>
    </form>
  )
}

/** Converts the signed start to form values. */
function fromStart(signed: BooksStart | null): Record<string, Typed> {
  let account = 0
  return Object.fromEntries(
    (signed?.balances ?? []).map(({ kind, subject, amount, proof }) => [
      kind === 'account' ? `account.${account++}` : `${kind}.${subject}`,
      { subject, amount: String(amount), proof },
    ]),
  )
}
