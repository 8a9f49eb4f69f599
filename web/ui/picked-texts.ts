import { texts } from '../texts.ts'

/** Number of picked rows, and how to copy them; the table fills in `{n}`. */
export default texts({
  kz: { picked: 'Таңдалған жол: {n}. Көшіру – Ctrl+C.' },
  ru: { picked: 'Выбрано строк: {n}. Скопировать – Ctrl+C.' },
})
