import type { Reply } from '../../http/api.ts'
import { money, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { ColumnsMenu, useChosenColumns } from '../../ui/columns-menu.tsx'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import { orderTone } from '../../ui/order-tone.ts'
import orderWords from '../../ui/order-words.ts'
import { queryWith, setQuery } from '../../ui/query.ts'
import { SavedViews } from '../../ui/saved-views.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { useDuration } from '../../ui/use-duration.ts'
import { SmallPlate } from '../small-plate.tsx'
import words from './desk-texts.ts'
import styles from './list.module.css'
import { useObstacle } from './obstacle.ts'
import orderDeskWords from './texts.ts'
import type { Asked, View } from './views.ts'

type Row = Reply<'staffOrders'>['data']['orders'][number]
/**
 * Returns the columns of a view and the menu that chooses among them. Omits the obstacle's column
 * if no row has one.
 */
export function useOrderColumns(view: View, orders: readonly Row[]) {
  const newest = view === 'newest'
  const whole = useColumns(newest)
  const why = useWhy()
  const { shown, menu } = useChosenColumns(newest ? 'orders-newest' : 'orders', whole)
  const held = orders.some((row) => why(row) !== '')
  return {
    shown: shown.filter(({ key }) => key !== 'why' || held),
    menu: (
      <>
        <SavedViews list="orders" without={['order', 'contract']} />
        <ColumnsMenu {...menu} />
      </>
    ),
  }
}

type Props = {
  orders: readonly Row[]
  asked: Asked
  columns: readonly DenseColumn<Row>[]
  open: string | null
}

/** Orders as a table; beside an open one as rows of two lines. */
export function OrderTable({ orders, asked, columns, open }: Props) {
  const t = useTexts(words)
  const two = useTwoLines(asked.view === 'newest')
  return (
    <DenseTable
      caption={t.list}
      columns={open ? two : columns}
      rows={orders}
      keyOf={({ order_id }) => order_id}
      height={open ? 'two' : 'row'}
      selected={open}
      order={asked.order ?? (asked.view === 'newest' ? 'newest' : 'oldest')}
      onOrder={(sort) => setQuery({ sort })}
    />
  )
}

export function State({ state, text }: { state: string; text?: string }) {
  const states = useTexts(orderWords).order
  return <StateWord tone={orderTone(state)}>{text ?? states[state] ?? state}</StateWord>
}

type WaitProps = { late: boolean; children: string }

/** How long it waits, in the colour of trouble once that is longer than allowed. */
function Wait({ late, children }: WaitProps) {
  const t = useTexts(words)
  return late ? (
    <span className={styles.late}>
      {children}
      <span className="visually-hidden"> {t.late}</span>
    </span>
  ) : (
    children
  )
}

const dated = { first: 'newest', second: 'oldest', rising: 'second' } as const
const waiting = { ...dated, first: 'oldest', second: 'newest' } as const

function useColumns(newest: boolean): DenseColumn<Row>[] {
  const t = useTexts(words)
  const { channels } = useTexts(orderDeskWords)
  const why = useWhy()
  const stateOf = useStateOf()
  const sums = useSumColumns(newest)
  const all: (DenseColumn<Row> | false)[] = [
    {
      key: 'order',
      title: t.columns.order,
      cell: (row) => (
        <>
          <RowLink row={row} />
          <span data-beside className={styles.phone}>
            {row.who}
          </span>
          <span data-below className={styles.phone}>
            {why(row) || stateOf(row)}
          </span>
        </>
      ),
    },
    {
      key: 'state',
      title: t.columns.state,
      wraps: true,
      from: 600,
      cell: ({ state }) => <State state={state} />,
    },
    { key: 'who', title: t.columns.who, name: true, from: 600, cell: ({ who }) => who || '–' },
    {
      key: 'plate',
      title: t.columns.plate,
      from: newest ? 900 : 1200,
      cell: ({ plate }) => (plate ? <SmallPlate plate={plate} /> : '–'),
    },
    newest && {
      key: 'insurer',
      title: t.columns.insurer,
      name: true,
      from: 1200,
      cell: ({ insurer }) => shortInsurer(insurer) || '–',
    },
    {
      key: 'why',
      title: t.columns.why,
      grows: true,
      from: newest ? 900 : 600,
      cell: (row) => <span className={styles.soft}>{why(row)}</span>,
    },
    newest && {
      key: 'channel',
      title: t.columns.channel,
      from: 1200,
      cell: ({ channel }) => channels[channel] ?? channel,
    },
    !newest && {
      key: 'attempts',
      title: t.columns.attempts,
      number: true,
      from: 1200,
      cell: ({ attempts }) => attempts || '–',
    },
    ...sums,
  ]
  return all.flatMap((column) => column || [])
}

/** Columns of the order date, waiting time, refund and price. */
function useSumColumns(newest: boolean): (DenseColumn<Row> | false)[] {
  const t = useTexts(words)
  const waited = useDuration()
  return [
    {
      key: 'created',
      title: t.columns.created,
      from: newest ? 600 : 1200,
      sort: newest ? dated : undefined,
      cell: ({ at }) => almatyTime(at),
    },
    !newest && {
      key: 'wait',
      title: t.columns.wait,
      number: true,
      from: 600,
      sort: waiting,
      cell: (row) => <Wait late={row.late}>{waited(row.paid_at ?? row.at)}</Wait>,
    },
    {
      key: 'refund',
      title: t.columns.refund,
      number: true,
      from: newest ? 1200 : 900,
      cell: ({ to_refund }) => (to_refund ? money(to_refund) : '–'),
    },
    {
      key: 'amount',
      title: t.columns.amount,
      number: true,
      cell: ({ amount, at, paid_at, late }) => (
        <>
          {money(amount)}
          <span data-below className={styles.phone}>
            {newest ? (
              almatyTime(at).slice(0, 10)
            ) : (
              <Wait late={late}>{waited(paid_at ?? at)}</Wait>
            )}
          </span>
        </>
      ),
    },
  ]
}

/** Two cells: number, client and obstacle in one, waiting time and sum in the other. */
function useTwoLines(newest: boolean): DenseColumn<Row>[] {
  const t = useTexts(words)
  const why = useWhy()
  const stateOf = useStateOf()
  const waited = useDuration()
  return [
    {
      key: 'order',
      title: t.columns.order,
      grows: true,
      cell: (row) => (
        <span className={styles.two}>
          <StateWord tone={row.need ? 'bad' : orderTone(row.state)} />
          <span className={styles.whose}>
            <RowLink row={row} />
            <span>{row.who}</span>
          </span>
          <span className={styles.below}>{why(row) || stateOf(row)}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      title: newest ? t.columns.created : t.columns.wait,
      number: true,
      sort: newest ? dated : waiting,
      cell: (row) => (
        <>
          {row.need ? (
            <Wait late={row.late}>{waited(row.paid_at ?? row.at)}</Wait>
          ) : (
            almatyTime(row.at)
          )}
          <span className={styles.below}>{money(row.amount)}</span>
        </>
      ),
    },
  ]
}

/** Returns a function that names the state of a row. */
function useStateOf(): (row: Row) => string {
  const states = useTexts(orderWords).order
  return ({ state }) => states[state] ?? state
}

function useWhy(): (row: Row) => string {
  const t = useTexts(words)
  const sentence = useObstacle()
  return ({ need, signing, obstacle }) =>
    signing
      ? t.signing
      : need
        ? need === 'issue' && obstacle
          ? sentence(obstacle)
          : t.needs[need]
        : ''
}

/** Opens the order beside the list; with a modifier in a window of its own. */
function RowLink({ row: { order_id, number } }: { row: Row }) {
  return (
    <a
      data-row
      href={queryWith({ order: order_id })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        setQuery({ order: order_id })
      }}
    >
      {number}
    </a>
  )
}
