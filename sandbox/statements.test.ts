import { expect, test } from 'vitest'
import { startOfDay } from '#domain/calendar.ts'
import type { ReadFile } from '#domain/statements/line.ts'
import { recogniseText, textIn } from '#domain/statements/recognise.ts'
import type { Invoice } from '#systems/bank/sandbox.ts'
import { statementFiles, statementMonths } from './statements.ts'
import { createWorld } from './world.ts'

/** A month of thirty sales, one of them given back, as the bank's files tell it. */
function monthOf(sales: number) {
  const world = createWorld({ baseTime: new Date('2026-11-28T06:00:00Z') })
  for (let at = 0; at < sales; at += 1) {
    const day = `2026-10-${String((at % 30) + 1).padStart(2, '0')}`
    const paidAt = new Date(startOfDay(day).getTime() + 9 * 3_600_000).toISOString()
    const bill: Invoice = {
      id: String(1_000_000 + at),
      phone: '77010000001',
      amount: 36_094 + at,
      comment: `Qorgan QG${1000 + at}-abcdef-1`,
      createdAt: '2026-11-27T06:00:00Z',
      state: 'paid',
      paidAt,
      refunds: at === 4 ? [{ id: '9000001', amount: 36_098, at: paidAt }] : [],
    }
    world.store<Invoice>('bank.invoices').set(bill.id, bill)
  }
  return world
}

const read = (bytes: Buffer): ReadFile => {
  const found = recogniseText(textIn(bytes), null)
  if (!found.known) throw new Error('unknown')
  return found.file
}

test('a month of the bank has fees in tiyn, second payments, a dispute, a split refund and a gap', () => {
  const world = monthOf(30)
  expect(statementMonths(world)).toEqual(['2026-10'])
  const files = statementFiles(world, '2026-10')
  const registers = files.slice(0, -1).map(({ bytes }) => read(bytes))
  const account = read(files.at(-1)?.bytes ?? Buffer.from(''))
  expect([...registers, account].flatMap(({ errors }) => errors)).toEqual([])
  expect(registers.map(({ format }) => format)).toEqual(['kaspi_pay', 'kaspi_pay', 'kaspi_pay'])
  const lines = registers.flatMap((file) => file.lines)
  const of = (operation: string) => lines.filter((line) => line.operation === operation)
  expect(of('payment')).toHaveLength(32)
  expect(of('payment').filter(({ numbers }) => numbers.length === 0)).toHaveLength(1)
  expect(of('chargeback')).toHaveLength(1)
  expect(of('refund').map(({ amountTiyn }) => amountTiyn / 100)).toEqual([18_049, 18_049])
  expect(lines.some(({ feeTiyn }) => feeTiyn % 100 !== 0)).toBe(true)
  // The day left out of the two long registers is a file of its own.
  const [first, second, left] = registers.map(({ lines: some }) => some.map(({ day }) => day))
  expect(new Set(left)).toEqual(new Set(['2026-10-16']))
  expect([...(first ?? []), ...(second ?? [])]).not.toContain('2026-10-16')

  // Payouts equal the registers, less the last day's, which is paid the day after.
  const net = lines
    .filter(({ day }) => day < '2026-10-31')
    .reduce(
      (sum, { way, amountTiyn, feeTiyn }) =>
        sum + (way === 'in' ? amountTiyn : -amountTiyn) - feeTiyn,
      0,
    )
  const paidOut = account.lines.filter(({ operation }) => operation === 'payout')
  expect(paidOut.reduce((sum, { amountTiyn }) => sum + amountTiyn, 0)).toBe(net)
  expect(account.lines.map(({ operation }) => operation)).toContain('fee')
})

test('few sales have no oddities, and a month without a payment no files', () => {
  const lines = statementFiles(monthOf(6), '2026-10')
    .slice(0, -1)
    .flatMap(({ bytes }) => read(bytes).lines)
  expect(lines.map(({ operation }) => operation).toSorted()).toEqual([
    ...Array.from({ length: 6 }, () => 'payment'),
    'refund',
  ])
  expect(statementFiles(monthOf(6), '2026-09')).toEqual([])
  expect(statementFiles(monthOf(6), 'x')).toEqual([])
})
