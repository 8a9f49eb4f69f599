import type { ReactNode } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { moneyCame } from '#domain/client-money.ts'
import { type Account, outsideAccounts } from '#domain/contract/posting.ts'
import { formatTiyn } from '#domain/format.ts'
import { saleChannels } from '#texts/report-words.ts'
import { MaskedNumber } from '../desks/masked/masked-number.tsx'
import { signed } from '../desks/orders/contract-sums.tsx'
import contractWords from '../desks/orders/contract-texts.ts'
import { useFootSum } from '../desks/shell/foot-sum.ts'
import { SmallPlate } from '../desks/small-plate.tsx'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useRead } from '../http/replies.ts'
import { fromTo, money, useLocale, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import parts from '../ui/desk-parts.module.css'
import { EmptyState } from '../ui/empty-state.tsx'
import { BackIcon, ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { shortInsurer } from '../ui/insurer-name.ts'
import { Loaded } from '../ui/loaded.tsx'
import { orderTone } from '../ui/order-tone.ts'
import orderWords from '../ui/order-words.ts'
import { useQuery } from '../ui/query.ts'
import { QueryLink } from '../ui/query-link.tsx'
import { StateWord } from '../ui/state-word.tsx'
import bookWords from './accounting-texts.ts'
import { useOptions } from './options.ts'
import styles from './sale.module.css'
import { SaleLink } from './sale-link.tsx'
import words from './sale-texts.ts'
import reportWords from './texts.ts'

type Sale = Reply<'reportSale'>['data']
type Part = { sale: Sale }

/**
 * A sale as the books have it (`?sale=`, by whatever of it one has in hand): the way of its money,
 * its lines of the ledger, of statements, its receipts, and whether it all agrees.
 */
export function SaleView() {
  const id = useQuery().get('sale') ?? ''
  const t = useTexts(words)
  const loading = useRead('reportSale', id, async (signal) => {
    try {
      return { sale: (await ask('reportSale', { id }, { signal })).data }
    } catch (error) {
      if (apiErrorOf(error).kind === 'missing') return { sale: null }
      throw error
    }
  })
  return (
    <section
      className={styles.whole}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is read, not opened: it scrolls by the keyboard too
      tabIndex={0}
      aria-label={t.title}
    >
      <span className={styles.back}>
        <QueryLink to={{ sale: null }}>
          <BackIcon />
          {t.back}
        </QueryLink>
      </span>
      <Loaded loading={loading} value={loading.value}>
        {({ sale }) =>
          sale ? (
            <Whole sale={sale} wanted={id} />
          ) : (
            <EmptyState title={t.missing}>{t.missingText}</EmptyState>
          )
        }
      </Loaded>
    </section>
  )
}

function Whole({ sale, wanted }: Part & { wanted: string }) {
  return (
    <>
      <Head sale={sale} wanted={wanted} />
      <Chain sale={sale} />
      <Equation sale={sale} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <Journal sale={sale} />
          <Payments sale={sale} />
          <Refunds sale={sale} />
        </div>
        <div className={styles.aside}>
          <Lines sale={sale} />
          <Sold sale={sale} />
          <Policies sale={sale} />
          <Receipts sale={sale} />
          <Orders sale={sale} />
        </div>
      </div>
    </>
  )
}

/** Returns the requested order, else the contract's last one. */
const orderOf = ({ orders, payments, refunds, policies }: Sale, wanted: string) => {
  const id =
    payments.find((one) => one.id === wanted)?.order_id ??
    refunds.find((one) => one.id === wanted)?.order_id ??
    policies.find(({ global_id }) => global_id === wanted.toUpperCase())?.order_id ??
    wanted
  return orders.find((one) => one.id === id || one.number === wanted.toUpperCase()) ?? orders.at(-1)
}

function Head({ sale, wanted }: Part & { wanted: string }) {
  const states = useTexts(orderWords).order
  const { insurer } = useOptions()
  const channelNames = saleChannels[useLocale()]
  const order = orderOf(sale, wanted)
  const sold = sale.sold.find(({ order_id }) => order_id === order?.id)
  if (!order || !sold) return null
  return (
    <header className={styles.head}>
      <h2>{order.number}</h2>
      <StateWord tone={orderTone(order.state)}>{states[order.state] ?? order.state}</StateWord>
      <b>{money(order.amount)}</b>
      <p>
        {sold.who ? <span>{sold.who}</span> : null}
        {sold.iin ? (
          <MaskedNumber of={{ order_id: order.id }} what="iin" masked={sold.iin} />
        ) : null}
        {sold.plate ? <SmallPlate plate={sold.plate} /> : null}
        <span>
          {[
            channelNames[sold.channel],
            sold.insurer ? shortInsurer(insurer(sold.insurer)) : '',
            almatyTime(order.created_at),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </p>
    </header>
  )
}

/** The way of the money, step by step; a missing step is shown as such. */
function Chain({ sale }: Part) {
  const t = useTexts(words)
  const { orders, payments, receipts, policies, lines, refunds } = sale
  const order = orders.at(-1)
  const paid = payments.findLast(moneyCame)
  const receipt = receipts.findLast(({ operation }) => operation === 'sale')
  const policy = policies.at(-1)
  const line = lines.findLast(({ operation }) => operation === 'payment')
  const refund = refunds.at(-1)
  const steps: { name: string; is: ReactNode; more: string }[] = [
    {
      name: t.steps.order,
      is: order?.number ?? '–',
      more: order ? almatyTime(order.created_at) : '',
    },
    {
      name: t.steps.payment,
      is: paid ? money(paid.amount) : t.notYet,
      more: paid ? `${t.ways[paid.system]}, ${almatyTime(paid.created_at)}` : '',
    },
    {
      name: t.steps.receipt,
      is: receipt?.number ?? t.notYet,
      more: receipt ? almatyTime(receipt.created_at) : '',
    },
    {
      name: t.steps.policy,
      is: policy?.global_id ?? t.notYet,
      more: policy ? `${numericDay(policy.start)} – ${numericDay(policy.end)}` : '',
    },
    {
      name: t.steps.statement,
      is: line ? <LineLink line={line}>{t.row(line.line)}</LineLink> : t.notYet,
      more: line ? numericDay(line.day) : '',
    },
  ]
  if (refund)
    steps.push({
      name: t.steps.refund,
      is: money(refund.amount),
      more: almatyTime(refund.done_at ?? refund.created_at),
    })
  return (
    <ol className={styles.chain} aria-label={t.chain}>
      {steps.map(({ name, is, more }) => (
        <li key={name} data-none={is === t.notYet ? '' : undefined}>
          <span>{name}</span>
          <b>{is}</b>
          <small>{more}</small>
        </li>
      ))}
    </ol>
  )
}

type Line = Sale['lines'][number]
const LineLink = ({ line, children }: { line: Line; children: ReactNode }) => (
  <QueryLink
    to={{ sale: null, view: 'statements', statement: line.statement_id, line: String(line.line) }}
  >
    {children}
  </QueryLink>
)

const outside = new Set<Account>(outsideAccounts)
/** Returns how a posting changes an account's balance. */
const broughtTo = (
  { debit, credit, amount }: Sale['postings'][number],
  of: (account: Account) => boolean,
) => (of(credit) ? amount : 0) - (of(debit) ? amount : 0)
const toOf = {
  // Received money is owed by its holder: it grows on the debit side.
  cash: (posting: Sale['postings'][number]) => -broughtTo(posting, (one) => outside.has(one)),
  insurer: (posting: Sale['postings'][number]) => broughtTo(posting, (one) => one === 'insurer'),
  ours: (posting: Sale['postings'][number]) => broughtTo(posting, (one) => one === 'commission'),
  refunds: (posting: Sale['postings'][number]) => broughtTo(posting, (one) => one === 'refunds'),
  left: (posting: Sale['postings'][number]) => broughtTo(posting, (one) => one === 'client'),
} as const
type Column = keyof typeof toOf
const columns = Object.keys(toOf) as Column[] // the keys of the table
const sumOf = ({ postings }: Sale, column: Column) =>
  postings.reduce((sum, posting) => sum + toOf[column](posting), 0)

/** Received money is the insurer's, ours, returned to the client, or not allocated yet. */
function Equation({ sale }: Part) {
  const t = useTexts(words)
  const wrong = sale.agrees.filter((one) => !one.agrees).length
  const sum = (column: Column) => sumOf(sale, column)
  useFootSum(`${t.came} ${signed(sum('cash'))}`)
  const named = [
    { name: t.toInsurer, is: sum('insurer'), always: true },
    { name: t.ours, is: sum('ours'), always: true },
    { name: t.toReturn, is: sum('refunds'), always: false },
    { name: t.held, is: sum('left'), always: false },
  ].filter(({ is, always }) => always || is !== 0)
  return (
    <section className={styles.equation} aria-label={t.equation}>
      <span>
        {t.came} <b>{signed(sum('cash'))}</b>
      </span>
      {named.map(({ name, is }, at) => (
        <span key={name}>
          <i aria-hidden="true">{at === 0 ? '=' : '+'}</i> {name} <b>{signed(is)}</b>
        </span>
      ))}
      <span className={wrong > 0 ? styles.bad : styles.good}>
        {wrong > 0 ? <ErrorIcon /> : <SuccessIcon />}
        {wrong > 0 ? t.differs(wrong) : t.holds}
      </span>
    </section>
  )
}

/** Every line of the ledger, with the client's balance after it. */
function Journal({ sale }: Part) {
  const t = useTexts(words)
  const { postings: names } = useTexts(contractWords)
  let left = 0
  const shown = (of: number) => (of === 0 ? '' : signed(of))
  return (
    <section aria-label={t.journal}>
      <h3>
        {t.journal} <small>{t.journalAbout}</small>
      </h3>
      <table className={styles.journal}>
        <caption className="visually-hidden">{t.journal}</caption>
        <thead>
          <tr>
            <th scope="col">{t.columns.at}</th>
            <th scope="col">{t.columns.what}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t.columns[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sale.postings.map((posting) => {
            left += toOf.left(posting)
            return (
              <tr key={posting.key}>
                <td>{almatyTime(posting.at)}</td>
                <th scope="row">{names[posting.kind]}</th>
                {columns.map((column) => (
                  <td key={column} data-name={t.columns[column]}>
                    {column === 'left' ? signed(left) : shown(toOf[column](posting))}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <td />
            <th scope="row">{t.total}</th>
            {columns.map((column) => (
              <td key={column} data-name={t.columns[column]}>
                {signed(sumOf(sale, column))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function Payments({ sale: { payments } }: Part) {
  const t = useTexts(words)
  const states = useTexts(orderWords).payment
  return (
    <section aria-label={t.payments}>
      <h3>{t.payments}</h3>
      {payments.length === 0 ? <p className={parts.soft}>{t.noPayments}</p> : null}
      <ul className={styles.rows}>
        {payments.map((payment) => (
          <li key={payment.id}>
            <span>
              {t.ways[payment.system]}
              <small>{payment.id}</small>
            </span>
            <span>
              {almatyTime(payment.created_at)}
              <small>
                {payment.outside_id ? `${t.payment.number}: ${payment.outside_id}` : ''}
              </small>
            </span>
            <span>
              <b>{money(payment.amount)}</b>
              <small>{states[payment.state] ?? payment.state}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Refunds({ sale: { refunds } }: Part) {
  const t = useTexts(words)
  const states = useTexts(orderWords).refund
  return (
    <section aria-label={t.refunds}>
      <h3>{t.refunds}</h3>
      {refunds.length === 0 ? <p className={parts.soft}>{t.noRefunds}</p> : null}
      <ul className={styles.rows}>
        {refunds.map((refund) => (
          <li key={refund.id}>
            <span>
              {t.reasons[refund.reason] ?? refund.reason}
              <small>{refund.id}</small>
            </span>
            <span>{almatyTime(refund.done_at ?? refund.created_at)}</span>
            <span>
              <b>{money(refund.amount)}</b>
              <small>{states[refund.state] ?? refund.state}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Lines({ sale: { lines } }: Part) {
  const t = useTexts(words)
  const { verdicts, operations } = useTexts(bookWords).statements
  return (
    <section aria-label={t.lines}>
      <h3>{t.lines}</h3>
      {lines.length === 0 ? <p className={parts.soft}>{t.noLines}</p> : null}
      {lines.map((line) => (
        <div key={`${line.statement_id} ${line.line}`} className={styles.line}>
          <b>
            {t.ways[line.system]}, {operations[line.operation].toLowerCase()}
          </b>
          <b>{money(line.amount)}</b>
          <span>
            {numericDay(line.day)}, {t.row(line.line)}
            {line.outside_id ? ` · ${line.outside_id}` : ''}
          </span>
          {line.fee ? <span>{t.kept(formatTiyn(line.fee))}</span> : null}
          <span>{line.linked ? t.linked : verdicts[line.verdict]}</span>
          <LineLink line={line}>{line.file}</LineLink>
        </div>
      ))}
    </section>
  )
}

function Sold({ sale }: Part) {
  const t = useTexts(words)
  const { sources } = useTexts(reportWords)
  const channelNames = saleChannels[useLocale()]
  const { insurer } = useOptions()
  const sold = sale.sold.at(-1)
  const order = sale.orders.at(-1)
  if (!sold || !order) return null
  const rows: { name: string; is: ReactNode }[] = [
    {
      name: t.insurer,
      is: sold.insurer ? (
        <QueryLink to={{ sale: null, view: 'insurers' }}>{insurer(sold.insurer)}</QueryLink>
      ) : (
        '–'
      ),
    },
    { name: t.channel, is: channelNames[sold.channel] ?? '–' },
    { name: t.source, is: sources[sold.source ?? ''] ?? sold.source ?? '–' },
    {
      name: t.promoter,
      is: sold.promoter?.id ? (
        <QueryLink to={{ sale: null, view: null, promoter: sold.promoter.id }}>
          {sold.promoter.name}
        </QueryLink>
      ) : (
        (sold.promoter?.name ?? '–')
      ),
    },
    { name: t.price, is: money(order.amount) },
    { name: t.commission, is: money(order.commission) },
  ]
  return (
    <section aria-label={t.sold}>
      <h3>{t.sold}</h3>
      <dl className={styles.facts}>
        {rows.map(({ name, is }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{is}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Policies({ sale: { policies } }: Part) {
  const t = useTexts(words)
  const states = useTexts(orderWords).policy
  const locale = useLocale()
  return (
    <section aria-label={t.policies}>
      <h3>{t.policies}</h3>
      {policies.length === 0 ? <p className={parts.soft}>{t.noPolicies}</p> : null}
      <ul className={styles.rows}>
        {policies.map((policy) => (
          <li key={policy.global_id}>
            <span>
              {policy.global_id}
              <small>{fromTo(locale, policy.start, policy.end)}</small>
            </span>
            <span>
              <b>{money(policy.premium + policy.ogpo_plus)}</b>
              <small>{states[policy.state] ?? policy.state}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Receipts({ sale: { receipts } }: Part) {
  const t = useTexts(words)
  return (
    <section aria-label={t.receipts}>
      <h3>{t.receipts}</h3>
      {receipts.length === 0 ? <p className={parts.soft}>{t.noReceipts}</p> : null}
      <ul className={styles.rows}>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <span>
              {receipt.url ? (
                <a href={receipt.url} target="_blank" rel="noopener noreferrer">
                  {receipt.number ?? t.steps.receipt}
                </a>
              ) : (
                (receipt.number ?? t.steps.receipt)
              )}
              <small>
                {t.operations[receipt.operation]}, {almatyTime(receipt.created_at)}
              </small>
            </span>
            <span>
              <b>{money(receipt.amount)}</b>
              <small>{t.receiptStates[receipt.state] ?? receipt.state}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Other orders of the contract: reissues of the policy. */
function Orders({ sale: { orders } }: Part) {
  const t = useTexts(words)
  const states = useTexts(orderWords).order
  if (orders.length < 2) return null
  return (
    <section aria-label={t.orders}>
      <h3>{t.orders}</h3>
      <ul className={styles.rows}>
        {orders.map((order) => (
          <li key={order.id}>
            <span>
              <SaleLink id={order.id}>{order.number}</SaleLink>
              <small>{almatyTime(order.created_at)}</small>
            </span>
            <span>
              <b>{money(order.amount)}</b>
              <small>{states[order.state] ?? order.state}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
