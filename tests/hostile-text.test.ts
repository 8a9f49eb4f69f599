import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * A stranger chooses the purpose of a payment, and with it what the accountant's file is read from;
 * an outside system the words of an error that is masked for the log. Beside a word that a reader looks for stand the signs that its patterns repeat, and at the end one
 * that fits none of them. Read in a process of its own, which is ended when it does not come back.
 */
const reading = `
import { recogniseText } from '#domain/statements/recognise.ts'
import { readStatement } from '#domain/statement.ts'
import { masked as maskedForStaff } from '#server/staff/orders.ts'
import { masked } from '#server/telemetry/log.ts'
const words = ['', 'Итого ', 'Остаток на конец ', 'Opening balance ', 'Отмена возврата ', 'Заказ ', 'KZ', 'Комиссия ', ':61:2611231123C']
const signs = ['1', '1 ', '1.', 'за ', 'счет', 'период', '.', ',', '-', '_', ' ', 'A', '"', '//', '1,1 ']
let count = 0
for (const word of words)
  for (const sign of signs) {
    const said = word + sign.repeat(2_000 / sign.length) + '\u00ab'
    const cell = said.replaceAll('"', '""')
    for (const text of [
      'Дата;Сумма;Назначение;Плательщик\\n02.11.2026;1,00;"' + cell + '";Тестов\\n',
      'Дата;Назначение;Дебет;Кредит\\n' + '"' + cell + '";"' + cell + '";"' + cell + '";1,00\\n',
      '"' + cell + '"\\nДата операции;RRN;Тип операции;Сумма операции;Комиссия\\n02.11.2026;1;"' + cell + '";1,00;0\\n',
      ':20:1\\n:25:KZ1\\n:60F:C261101KZT1,00\\n' + said + '\\n:86:' + said + '\\n:62F:C261101KZT1,00\\n',
      '1CClientBankExchange\\nСекцияДокумент=' + said + '\\nНазначениеПлатежа=' + said + '\\nКонецДокумента\\nКонецФайла\\n',
    ]) {
      recogniseText(text, null)
      count += 1
    }
    readStatement('date;operation;order_id;payment_id;amount;fee\\n2026-11-20;' + said + ';' + said + ';1;100;0\\n')
  }
for (const sign of signs)
  for (const mask of [masked, maskedForStaff]) {
    mask('Bearer ' + sign.repeat(400_000 / sign.length) + '\u00ab')
    count += 1
  }
console.log(count)
process.exit()
`

test('what a stranger writes does not hold the process up that reads or masks it', () => {
  const { stdout, stderr, signal } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', reading],
    { cwd: join(import.meta.dirname, '..'), encoding: 'utf8', timeout: 120_000 },
  )
  expect({ signal, stderr }).toEqual({ signal: null, stderr: '' })
  expect(Number(stdout)).toBeGreaterThan(500)
})
