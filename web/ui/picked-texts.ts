import { texts } from '../texts.ts'

/** How many rows are picked, and how they are copied; `{n}` is put in by the table. */
export default texts({
  kz: { picked: 'Таңдалған жол: {n}. Көшіру – Ctrl+C.' },
  ru: { picked: 'Выбрано строк: {n}. Скопировать – Ctrl+C.' },
})
