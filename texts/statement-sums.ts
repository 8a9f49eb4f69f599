import { formatTiyn } from '#domain/format.ts'
import type { Localized } from '#domain/locale.ts'

type Sums = { counted: number; said: number }

/** Returns the sum counted from a statement and the sum it gives, tiyn, with their difference. */
export function statementSums({ counted, said }: Sums): Localized {
  const [made, told, differs] = [counted, said, Math.abs(said - counted)].map((tiyn) =>
    formatTiyn(tiyn / 100),
  )
  return {
    kz: `есептегенде ${made}, файлда ${told}, айырмасы ${differs}`,
    ru: `по расчёту ${made}, в файле ${told}, разница ${differs}`,
  }
}
