import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './boundaries.ts'

/**
 * Files that add up something beside lines of the ledger, each with what it adds up. Premium,
 * commission and what was paid are read in `server/payments/record.ts` alone: there a line's sign is
 * decided once.
 */
const otherSums: Record<string, string> = {
  'server/payments/record.ts': 'the one reader',
  'server/reports/overview.ts':
    'payments by where their money is; refunds of the register; statements and receipts of a month',
  'server/contracts/contracts.ts': 'lines of one ending, of its own record',
  'server/reports/movements.ts':
    'the lines that its rows are, a page of them; its test holds them to the statement per insurer',
  'server/reports/settle.ts': 'payments beside the lines of statements: one kind, one way',
  'server/reports/differences.ts': 'what stands on the client account of one contract',
  'server/promoter/own-sales.ts': 'what went back of ended policies, beside the ledger',
  'server/payments/ways/epay-link.ts':
    'what went past us and came back of one payment, beside its rest at the acquirer',
  'server/reports/orders.ts': 'what orders ask for, by their state',
  'server/reports/out/entries.ts':
    'lines of one kind between two accounts, for the operations of 1C; its test holds them to statements and acts',
}

test('nobody but the one reader adds up the ledger', () => {
  const found = sources(join(import.meta.dirname, '..')).flatMap(({ file, source }) =>
    file.startsWith('server/') &&
    !file.endsWith('.test.ts') &&
    /\bledger\b/.test(source) &&
    /\bsum(<[^>]*>)?\((?!\)|key|'|of\b)/.test(source)
      ? [file]
      : [],
  )
  expect(found.toSorted()).toEqual(Object.keys(otherSums).toSorted())
})

/** A sum of premium or commission of other rows than the ledger's is another figure of the same name. */
test('premium and commission are added up of no other table', () => {
  const found = sources(join(import.meta.dirname, '..')).flatMap(({ file, source }) =>
    file.startsWith('server/') && !file.endsWith('.test.ts')
      ? [
          ...source.matchAll(/(fn\.sum(<[^>]*>)?\(['"]|\bsum\()[a-z_.]*(premium|commission)\b/g),
        ].map(([text]) => `${file}: ${text}`)
      : [],
  )
  expect(found).toEqual([])
})
