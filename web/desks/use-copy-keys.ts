import { texts, useTexts } from '../texts.ts'
import { numberOfRow, rowsAsText } from '../ui/copy-rows.ts'
import { rowsOf } from '../ui/kept-rows.ts'
import { useToast } from '../ui/toast.tsx'
import { useKeys } from './shell/keys.ts'

const words = texts({
  kz: {
    number: (number: string) => `Көшірілді: ${number}`,
    rows: (n: number) => `Көшірілген жол: ${n}`,
    failed: 'Көшіру мүмкін болмады',
  },
  ru: {
    number: (number: string) => `Скопировано: ${number}`,
    rows: (n: number) => `Скопировано строк: ${n}`,
    failed: 'Не удалось скопировать',
  },
})

/** `C`: the number of the row; `Shift C`: all rows that are seen, by tabs. */
export function useCopyKeys(): void {
  const t = useTexts(words)
  const say = useToast()
  const copy = async (text: string, told: string) => {
    try {
      await navigator.clipboard.writeText(text)
      say({ text: told, tone: 'good' })
    } catch {
      say({ text: t.failed, tone: 'bad' })
    }
  }
  useKeys({
    KeyC: () => {
      const number = numberOfRow()
      if (number) void copy(number, t.number(number))
    },
    'Shift+KeyC': () => {
      const table = document.querySelector<HTMLTableElement>('#desk table:has(tr[data-key])')
      const rows = rowsOf(table)?.keys().length ?? 0
      if (table && rows > 0) void copy(rowsAsText(table), t.rows(rows))
    },
  })
}
