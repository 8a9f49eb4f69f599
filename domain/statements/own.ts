import { readStatement, statementColumns } from '../statement.ts'
import type { LineError, ReadFile, ReadLine } from './line.ts'

/** Our own plain form: the columns by their names, each line with our number (decision 080). */
export const isOwn = (text: string): boolean => {
  const names = new Set(
    (text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '')
      .split(/[;,\t]/)
      .map((name) => name.replaceAll('"', '').trim().toLowerCase()),
  )
  return statementColumns.filter((name) => names.has(name)).length >= 3
}

export function readOwn(text: string): ReadFile {
  const { lines, errors } = readStatement(text)
  return {
    format: 'own',
    account: '',
    bank: '',
    twice: [],
    balances: null,
    lines: lines.map(
      ({ line, day, operation, key, outsideId, amount, feeTiyn }): ReadLine => ({
        line,
        day,
        operation,
        outsideId,
        feeTiyn,
        amountTiyn: amount * 100,
        way: operation === 'payment' ? 'in' : 'out',
        numbers: [key],
        payer: '',
        payerIin: '',
        purpose: '',
      }),
    ),
    errors: errors.map(({ line, field }) => ({
      line,
      field: field as LineError['field'],
      why: 'invalid' as const,
    })),
  }
}
