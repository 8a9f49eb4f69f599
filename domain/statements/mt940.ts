import { type Day, isDay } from '../calendar.ts'
import {
  type Balances,
  ERRORS_TOLD,
  type LineError,
  movementOf,
  numbersIn,
  type ReadFile,
  type ReadLine,
} from './line.ts'
import { isTenge } from './values.ts'

/**
 * MT940 (docs/law/formats.md 1b): one statement or several in a file, a comma before the tiyn, a
 * purpose over several lines. Balances must join the movements and one another.
 */

export const isMt940 = (text: string): boolean =>
  /^:20:/m.test(text) && /^:60[FM]:/m.test(text) && /^:25P?:/m.test(text)

type Tag = { name: string; value: string[]; line: number }

function tagsOf(text: string): Tag[] {
  const tags: Tag[] = []
  for (const [index, row] of text.split(/\r\n|\r|\n/).entries()) {
    const found = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(row)
    if (found) tags.push({ name: found[1] ?? '', value: [found[2] ?? ''], line: index + 1 })
    else if (/^-\}?\s*$|^\{|^\s*$/.test(row)) continue
    else tags.at(-1)?.value.push(row.trim())
  }
  return tags
}

/** Tiyn of `1000,00`, `1000,` or `1000`. */
function tiynOf(text: string): number | null {
  const found = /^(\d{1,12})(?:[,.](\d{0,2}))?$/.exec(text)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}

const dayOf = (text: string): Day | null => {
  const day = `20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  return isDay(day) ? day : null
}

type Balance = { tiyn: number; currency: string }
function balanceOf({ value }: Tag): Balance | null {
  const found = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)$/.exec((value[0] ?? '').trim())
  const tiyn = tiynOf(found?.[4] ?? '')
  if (!found || tiyn === null) return null
  return { tiyn: found[1] === 'D' && tiyn > 0 ? -tiyn : tiyn, currency: found[3] ?? '' }
}

const movementLine =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,.]*)(?:[A-Z][A-Z0-9]{3})?(.*?)(?:\/\/(.*))?$/

export function readMt940(text: string): ReadFile {
  const errors: LineError[] = []
  const lines: ReadLine[] = []
  const accounts = new Set<string>()
  const ends = new Map<string, number>()
  const sums: Balances = { opening: 0, came: 0, went: 0, closing: 0 }
  let account = ''
  let open: { balance: number; line: number } | null = null
  let last: { line: ReadLine; way: 'in' | 'out' } | null = null
  const wrong = (line: number, field: LineError['field'], why: LineError['why'] = 'invalid') =>
    errors.push({ line, field, why })
  let end = 1
  for (const tag of tagsOf(text)) {
    end = tag.line
    const [value = ''] = tag.value
    if (tag.name === '20' && open) wrong(tag.line, 'file', 'unfinished')
    if (/^25P?$/.test(tag.name)) {
      account = value.trim().replace(/^\//, '')
      accounts.add(account)
    } else if (/^60[FM]$/.test(tag.name)) {
      const balance = balanceOf(tag)
      last = null
      if (!balance) {
        wrong(tag.line, 'balance')
        continue
      }
      if (!isTenge(balance.currency)) wrong(tag.line, 'currency', 'currency')
      const before = ends.get(account)
      if (before !== undefined && before !== balance.tiyn)
        errors.push({
          line: tag.line,
          field: 'balance',
          why: 'gap',
          sums: { counted: before, said: balance.tiyn },
        })
      if (before === undefined) sums.opening += balance.tiyn
      open = { balance: balance.tiyn, line: tag.line }
    } else if (tag.name === '61') {
      const read = readMovement(tag)
      if ('why' in read) {
        errors.push(read)
        last = null
        continue
      }
      if (!open) wrong(tag.line, 'file', 'unfinished')
      else open.balance += read.way === 'in' ? read.line.amountTiyn : -read.line.amountTiyn
      if (read.way === 'in') sums.came += read.line.amountTiyn
      else sums.went += read.line.amountTiyn
      lines.push(read.line)
      last = read
    } else if (tag.name === '86') {
      if (!last) continue
      const purpose = tag.value.join(' ').trim()
      // A movement may have several of these: each continues the words.
      const bare = [last.line.purpose, purpose.replace(/^\d{3}\s+/, '')].filter(Boolean).join(' ')
      const told: ReadLine = { ...last.line, ...partiesOf(bare), purpose: bare }
      told.operation = movementOf(last.way, bare.replace(/\/NAME\/[^/]+/i, ''))
      // A line may end within a number.
      told.numbers = [
        ...new Set([
          ...last.line.numbers,
          ...numbersIn(bare, told.outsideId),
          ...numbersIn(tag.value.join('')),
        ]),
      ]
      lines[lines.length - 1] = told
      last = { way: last.way, line: told }
    } else if (/^62[FM]$/.test(tag.name)) {
      const balance = balanceOf(tag)
      if (!balance) wrong(tag.line, 'balance')
      else if (!isTenge(balance.currency)) wrong(tag.line, 'currency', 'currency')
      else if (open && open.balance !== balance.tiyn && errors.length === 0)
        errors.push({
          line: tag.line,
          field: 'balance',
          why: 'balance',
          sums: { counted: open.balance, said: balance.tiyn },
        })
      if (balance) ends.set(account, balance.tiyn)
      open = null
      last = null
    }
  }
  if (open) wrong(end, 'file', 'unfinished')
  for (const closing of ends.values()) sums.closing += closing
  return {
    format: 'mt940',
    account: [...accounts].join(', '),
    bank: '',
    lines,
    errors: errors.slice(0, ERRORS_TOLD),
    twice: [],
    balances: errors.length === 0 ? sums : null,
  }
}

function readMovement(tag: Tag): { line: ReadLine; way: 'in' | 'out' } | LineError {
  const wrong = (field: LineError['field']): LineError => ({
    line: tag.line,
    field,
    why: 'invalid',
  })
  const found = movementLine.exec((tag.value[0] ?? '').trim())
  if (!found) return wrong('amount')
  const [, valued = '', booked, mark = '', , sum = '', own = '', theirs = ''] = found
  const value = dayOf(valued)
  const amountTiyn = tiynOf(sum)
  if (!value) return wrong('date')
  if (amountTiyn === null || amountTiyn === 0) return wrong('amount')
  const day = booked ? near(value, booked) : value
  if (!day) return wrong('date')
  const way = mark === 'C' || mark === 'RD' ? 'in' : 'out'
  const more = tag.value.slice(1).join(' ').trim()
  // `NONREF` means no number: two movements of a day may both have it.
  const outsideId =
    [theirs, own]
      .map((number) => (number ?? '').trim())
      .find((number) => number !== '' && number !== 'NONREF') ?? ''
  return {
    way,
    line: {
      line: tag.line,
      day,
      way,
      operation: movementOf(way, more),
      outsideId,
      amountTiyn,
      feeTiyn: 0,
      numbers: numbersIn(own, theirs, more),
      payer: '',
      payerIin: '',
      purpose: more,
    },
  }
}

/** A month and day in the year that lies nearest to another day: across a New Year too. */
function near(value: Day, booked: string): Day | null {
  const year = Number(value.slice(0, 4))
  const apart = Number(booked.slice(0, 2)) - Number(value.slice(5, 7))
  const own = apart > 6 ? year - 1 : apart < -6 ? year + 1 : year
  const day = `${own}-${booked.slice(0, 2)}-${booked.slice(2)}`
  return isDay(day) ? day : null
}

/** Returns the parties if the purpose has them as interbank messages do: `/NAME/` and `/IDN/`. */
function partiesOf(purpose: string): { payer: string; payerIin: string } {
  return {
    payer: (/\/NAME\/([^/]+)/i.exec(purpose)?.[1] ?? '').trim(),
    payerIin: /\/IDN\/(\d{12})/i.exec(purpose)?.[1] ?? '',
  }
}
