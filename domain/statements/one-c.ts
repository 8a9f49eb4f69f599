import type { Day } from '../calendar.ts'
import {
  type Balances,
  ERRORS_TOLD,
  type LineError,
  movementOf,
  numbersIn,
  type ReadFile,
  type ReadLine,
} from './line.ts'
import { dayOf, isTenge, tiynOf } from './values.ts'

/**
 * 1CClientBankExchange as the banks of Kazakhstan write it (docs/law/formats.md 1a): keys in any
 * case, sections with quotes or without, one section of an account a day, sums by direction or one
 * sum with two accounts.
 */

export const isOneC = (text: string): boolean => /^\uFEFF?\s*1CClientBankExchange/i.test(text)

type Section = { line: number; of: Map<string, string>; kind: 'account' | 'document' }

type Parsed = { head: Map<string, string>; sections: Section[]; whole: boolean; last: number }

function parse(text: string): Parsed {
  const head = new Map<string, string>()
  const sections: Section[] = []
  let open: Section | null = null
  let whole = true
  let ended = false
  let key = ''
  let last = 0
  for (const [index, given] of text.split(/\r\n|\r|\n/).entries()) {
    const row = given.trim()
    if (row === '') continue
    last = index + 1
    const at = row.indexOf('=')
    const name = (at < 0 ? row : row.slice(0, at)).trim().toUpperCase()
    const into: Map<string, string> = open?.of ?? head
    if (/^КОНЕЦ(РАСЧСЧЕТ|ДОКУМЕНТА|ФАЙЛА)/.test(name)) {
      if (name.startsWith('КОНЕЦФАЙЛА')) {
        whole = whole && open === null
        ended = true
      } else if (open) sections.push(open)
      open = null
      key = ''
    } else if (name === 'СЕКЦИЯРАСЧСЧЕТ' || name.startsWith('СЕКЦИЯДОКУМЕНТ')) {
      // One begins before the other has ended: a piece is missing.
      if (open) whole = false
      open = {
        line: last,
        of: new Map(),
        kind: name === 'СЕКЦИЯРАСЧСЧЕТ' ? 'account' : 'document',
      }
    } else if (/^СУММА/.test(name) && key.startsWith('НАЗНАЧЕНИЕ') && !isSum(row.slice(at + 1)))
      // A purpose may have several lines, and may mention sums.
      into.set(key, `${into.get(key) ?? ''} ${row}`)
    else if (at > 0 && /^[\p{L}\d_]+$/u.test(name)) {
      const value = row.slice(at + 1).trim()
      key = name
      if (/^СУММА/.test(name) && into.has(name) && into.get(name) !== value) into.set(name, '?')
      // The account may occur several times: once for each account of the file.
      else if (!into.has(name)) into.set(name, value)
    } else if (key !== '') into.set(key, `${into.get(key) ?? ''} ${row}`)
  }
  return { head, sections, whole: whole && ended && open === null, last }
}

const first = (of: Map<string, string>, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = of.get(name)
    if (value) return value
  }
  return ''
}
const isSum = (text: string): boolean => tiynOf(text) !== null
const account = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

type Movement = ReadLine & {
  ours: string
  theirs: string
  /** The account of ours on the other side of one document. */
  other: string
  known: boolean
  bank: string
}

export function readOneC(text: string): ReadFile {
  const { head, sections, whole, last } = parse(text)
  const accounts = sections.filter(({ kind }) => kind === 'account')
  const documents = sections.filter(({ kind }) => kind === 'document')
  const ours = new Set(
    [head, ...accounts.map(({ of }) => of)]
      .map((of) => account(first(of, 'РАСЧСЧЕТ')))
      .filter((one) => one !== ''),
  )
  const errors: LineError[] = []
  const movements: Movement[] = []
  if (!whole) errors.push({ line: last, field: 'file', why: 'unfinished' })
  for (const { of, line } of accounts)
    if (!isTenge(first(of, 'ВАЛЮТА', 'ВАЛЮТАСЧЕТА')))
      errors.push({ line, field: 'currency', why: 'currency' })
  const isStatement =
    accounts.length > 0 ||
    documents.some(({ of }) =>
      first(of, 'ДАТАОПЕРАЦИИ', 'СУММАПРИХОД', 'СУММАРАСХОД', 'ДАТАСПИСАНО', 'ДАТАПОСТУПИЛО'),
    )
  if (!isStatement && documents.length > 0)
    errors.push({ line: documents[0]?.line ?? 1, field: 'file', why: 'orders' })
  else
    for (const section of documents) {
      const read = movement(section, ours)
      // A document of no sum informs: no money moved.
      if (read === null) continue
      if ('why' in read) errors.push(read)
      else movements.push(read)
    }
  const single = withoutRepeated(movements)
  // Equal movements are two if the file's own turnovers count both.
  const faults: LineError[] = []
  const counted = errors.length === 0 ? balance(accounts, single.kept, faults) : null
  const both: LineError[] = []
  const all = faults.length > 0 ? balance(accounts, movements, both) : null
  const isBoth = single.twice.length > 0 && faults.length > 0 && both.length === 0
  const { kept, twice } = isBoth ? { kept: movements, twice: [] } : single
  const balances = isBoth ? all : counted
  if (!isBoth) errors.push(...faults)
  return {
    format: 'one_c',
    account: [...ours].join(', '),
    bank:
      first(head, 'ОТПРАВИТЕЛЬ').replaceAll('"', '') ||
      kept.find(({ bank }) => bank !== '')?.bank ||
      '',
    lines: kept.map(
      ({ ours: _ours, theirs: _theirs, other: _other, known: _known, bank: _bank, ...line }) =>
        line,
    ),
    errors: errors.slice(0, ERRORS_TOLD),
    twice,
    balances,
  }
}

function movement({ of, line }: Section, ours: ReadonlySet<string>): Movement | LineError | null {
  const wrong = (field: LineError['field'], why: LineError['why'] = 'invalid') => ({
    line,
    field,
    why,
  })
  const payer = account(first(of, 'ПЛАТЕЛЬЩИКИИК', 'ПЛАТЕЛЬЩИКСЧЕТ', 'ПЛАТЕЛЬЩИКРАСЧСЧЕТ'))
  const payee = account(first(of, 'ПОЛУЧАТЕЛЬИИК', 'ПОЛУЧАТЕЛЬСЧЕТ', 'ПОЛУЧАТЕЛЬРАСЧСЧЕТ'))
  const day: Day | null = dayOf(
    first(of, 'ДАТАОПЕРАЦИИ', 'ДАТАПОСТУПИЛО', 'ДАТАСПИСАНО', 'ДАТАДОКУМЕНТА', 'ДАТА'),
  )
  if (day === null) return wrong('date')
  if (!isTenge(first(of, 'ВАЛЮТА', 'ВАЛЮТАДОКУМЕНТА'))) return wrong('currency', 'currency')
  const [came, went, sum] = [
    tiynOf(first(of, 'СУММАПРИХОД')),
    tiynOf(first(of, 'СУММАРАСХОД')),
    tiynOf(first(of, 'СУММА', 'СУММАДОКУМЕНТА')),
  ]
  if (came === null || went === null || sum === null) return wrong('amount')
  if (came !== 0 && went !== 0) return wrong('amount')
  if (came === 0 && went === 0 && sum === 0)
    return ['СУММАПРИХОД', 'СУММАРАСХОД', 'СУММА', 'СУММАДОКУМЕНТА'].some((key) => of.get(key))
      ? null
      : wrong('amount')
  let way: 'in' | 'out'
  if (came !== 0 || went !== 0) way = came !== 0 ? 'in' : 'out'
  else if (ours.has(payee)) way = 'in'
  else if (ours.has(payer)) way = 'out'
  else return wrong('account', 'account')
  const here = way === 'in' ? payee : payer
  if (here !== '' && ours.size > 0 && !ours.has(here)) return wrong('account', 'account')
  const given = came || went || sum
  // A negative sum reverses a movement.
  if (given < 0) way = way === 'in' ? 'out' : 'in'
  const amountTiyn = Math.abs(given)
  const side = way === 'in' ? 'ПЛАТЕЛЬЩИК' : 'ПОЛУЧАТЕЛЬ'
  const name = first(of, `${side}НАИМЕНОВАНИЕ`, side, `${side}1`)
  const purpose = ['НАЗНАЧЕНИЕПЛАТЕЖА', 'НАЗНАЧЕНИЕПЛАТЕЖА1', 'НАЗНАЧЕНИЕПЛАТЕЖА2']
    .map((key) => of.get(key) ?? '')
    .filter((one, at, all) => one !== '' && all.indexOf(one) === at)
    .join(' ')
  const both = ours.has(payer) && ours.has(payee)
  return {
    line,
    day,
    way,
    amountTiyn,
    feeTiyn: 0,
    purpose,
    payer: name,
    payerIin: first(of, `${side}БИН_ИИН`, `${side}БИН`, `${side}ИИН`, `${side}ИНН`),
    operation: both ? 'other' : movementOf(way, purpose),
    numbers: numbersIn(purpose),
    outsideId: first(of, 'НОМЕРДОКУМЕНТА', 'НОМЕР'),
    bank: first(of, `${way === 'in' ? 'ПОЛУЧАТЕЛЬ' : 'ПЛАТЕЛЬЩИК'}БАНКНАИМЕНОВАНИЕ`).replaceAll(
      '"',
      '',
    ),
    ours: here,
    theirs: way === 'in' ? payer : payee,
    other: both && came === 0 && went === 0 ? (way === 'in' ? payer : payee) : '',
    known: name !== '' || purpose !== '',
  }
}

/** A bank may list a movement as an extract without parties and again as the payment: one of both. */
function withoutRepeated(movements: readonly Movement[]) {
  const alike = new Map<string, Movement[]>()
  for (const one of movements) {
    const key = [one.day, one.outsideId, one.amountTiyn, one.way].join('|')
    const same = alike.get(key)
    if (same) same.push(one)
    else alike.set(key, [one])
  }
  const twice = new Set<number>()
  for (const all of alike.values()) {
    let full = all.filter(({ known }) => known).length
    const seen = new Set<string>()
    for (const one of all) {
      if (one.outsideId === '') continue
      // A transit account of a bank pays for many: persons and purposes tell them apart.
      const who = [one.ours, one.theirs, one.payerIin, one.payer, one.purpose].join('|')
      if (!one.known && full > 0) {
        full -= 1
        twice.add(one.line)
      } else if (one.known && seen.has(who)) twice.add(one.line)
      seen.add(who)
    }
  }
  return { kept: movements.filter(({ line }) => !twice.has(line)), twice: [...twice] }
}

/** Each account's days one after another: they must join, and agree with the movements. */
function balance(
  sections: readonly Section[],
  movements: readonly Movement[],
  errors: LineError[],
): Balances | null {
  const sums: Balances = { opening: 0, came: 0, went: 0, closing: 0 }
  const differs = (why: 'balance' | 'gap', line: number, counted: number, said: number) =>
    errors.push({ line, field: 'balance', why, sums: { counted, said } })
  const accounts = Map.groupBy(sections, ({ of }) => account(first(of, 'РАСЧСЧЕТ')))
  const moved = Map.groupBy(movements, ({ ours }) => ours)
  const crossed = Map.groupBy(movements, ({ other }) => other)
  let told = false
  for (const [one, of] of accounts) {
    const days = of
      .map(({ of, line }) => ({
        line,
        day: dayOf(first(of, 'ДАТАНАЧАЛА')) ?? '',
        opening: tiynOf(of.get('НАЧАЛЬНЫЙОСТАТОК') ?? ''),
        came: tiynOf(of.get('ВСЕГОПОСТУПИЛО') ?? ''),
        went: tiynOf(of.get('ВСЕГОСПИСАНО') ?? ''),
        closing: of.get('КОНЕЧНЫЙОСТАТОК') ? tiynOf(of.get('КОНЕЧНЫЙОСТАТОК') ?? '') : undefined,
        says: of.has('ВСЕГОПОСТУПИЛО') || of.has('ВСЕГОСПИСАНО'),
      }))
      .sort((left, right) =>
        left.day < right.day ? -1 : left.day > right.day ? 1 : left.line - right.line,
      )
    const own =
      accounts.size === 1
        ? movements
        : [...(moved.get(one) ?? []), ...(moved.get('') ?? []), ...(crossed.get(one) ?? [])]
    const total = (way: 'in' | 'out') =>
      own.reduce(
        (sum, line) =>
          (line.way === way) === (line.other === '' || line.other !== one)
            ? sum + line.amountTiyn
            : sum,
        0,
      )
    let before: number | null = null
    let [came, went] = [0, 0]
    let takenBack = false
    for (const day of days) {
      const { opening, closing } = day
      if (opening === null || day.came === null || day.went === null || closing === null) {
        errors.push({ line: day.line, field: 'balance', why: 'invalid' })
        return null
      }
      if (before !== null && before !== opening) differs('gap', day.line, before, opening)
      // Some banks give outgoing sums as negative; a reversed one is negative too.
      const isBack: boolean = day.went < 0 && opening + day.came - day.went === closing
      const out: number = isBack ? day.went : Math.abs(day.went)
      takenBack ||= isBack
      if (closing !== undefined && day.says && opening + day.came - out !== closing)
        differs('balance', day.line, opening + day.came - out, closing)
      came += day.came
      went += out
      before = closing ?? opening + day.came - out
    }
    const [begin] = days
    if (!begin) continue
    // Without turnovers of every day the movements themselves lead from the opening to the closing.
    if (days.some(({ says }) => !says)) {
      came = total('in')
      went = total('out')
      const end = days.at(-1)?.closing
      if (end === undefined || end === null) before = (begin.opening ?? 0) + came - went
      else if ((begin.opening ?? 0) + came - went !== end)
        differs('balance', begin.line, (begin.opening ?? 0) + came - went, end)
    } else if (
      errors.length === 0 &&
      (takenBack
        ? total('in') - total('out') !== came - went
        : total('in') !== came || total('out') !== went)
    ) {
      const net = takenBack || total('in') - total('out') !== came - went
      differs(
        'balance',
        begin.line,
        net ? total('in') - total('out') : total('in'),
        net ? came - went : came,
      )
    }
    told = true
    sums.opening += begin.opening ?? 0
    sums.came += came
    sums.went += went
    sums.closing += before ?? 0
  }
  return told ? sums : null
}
