import type { Locale } from '#domain/locale.ts'
import { ask } from '../../http/ask.ts'
import { useRead } from '../../http/replies.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { askWaiting } from '../shell/waiting.ts'
import { History } from './history.tsx'
import { Open } from './open.tsx'
import styles from './reference.module.css'
import { type AtKind, type Insurers, namesInsurers, type Reference } from './reference.ts'
import { Rows } from './rows.tsx'
import words from './texts.ts'
import { Versions } from './versions.tsx'

export function Kind({
  kind,
  today,
  administrator,
}: Pick<AtKind, 'kind' | 'today' | 'administrator'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useRead('referenceRows', kind, async (signal) => {
    const rows = async (of: typeof kind) =>
      (await ask('referenceRows', { kind: of }, { signal })).data
    const [reference, insurers] = await Promise.all([
      rows(kind),
      namesInsurers(kind) ? rows('insurers') : null,
    ])
    return {
      reference,
      insurers: namesOf(insurers?.rows ?? [], locale, today),
      effects: await effectsOf(reference.open, signal),
    }
  })
  return (
    <div className={styles.sheet}>
      <Loaded loading={loading} value={loading.value}>
        {(loaded) => {
          const onDone = () => {
            loading.again()
            // The counts of the rail follow; where they do not come, the next round brings them.
            askWaiting()
          }
          const at: AtKind = { kind, today, administrator, ...loaded, onDone }
          return (
            <div className={styles.kind}>
              <section className={styles.main} aria-label={t.kind[kind]}>
                <p className={styles.about}>{t.about[kind]}</p>
                <Versions {...at} />
                <Rows {...at} />
                <History {...at} />
              </section>
              <Open {...at} />
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

/** Asked for before anything is drawn: what stands below a proposal would move. */
async function effectsOf(open: Reference['open'], signal: AbortSignal) {
  const found = await Promise.all(
    open.map(async ({ id }) => {
      const answer = await ask('referenceEffect', { id }, { signal }).catch(() => null)
      return answer ? ([[id, answer.data]] as const) : []
    }),
  )
  return new Map(found.flat())
}

/** Each insurer once, by the name of today; one that comes later by its first. */
function namesOf(rows: Reference['rows'], locale: Locale, today: string): Insurers {
  const names = new Map<string, string>()
  const inOrder = rows.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''))
  for (const { key, values, from } of inOrder)
    if (!names.has(key) || (from ?? '') <= today) names.set(key, String(values[`name_${locale}`]))
  return [...names].map(([code, name]) => ({ code, name }))
}
