import { useRef, useState } from 'react'
import { numericDay } from '#domain/calendar.ts'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import { portal } from '../portal.ts'
import { askedBy } from '../search/asked-by.ts'
import styles from './load-policy.module.css'
import type { SaleActions } from './sale.ts'
import sheet from './sheet.module.css'
import type { LoadKind } from './state/state.ts'
import words from './texts.ts'

type Props = { busy: boolean; actions: SaleActions; says: (day: string) => string }
type Policy = Reply<'promoterSearch'>['data']['policies'][number]

/**
 * An earlier policy fills the sheet: as it is, to prolong it, or to reissue it. Any is found by its
 * number, the promoter's own by the car, the phone or the end of the IIN. No consent comes with it.
 */
export function LoadPolicy({ busy, actions, says }: Props) {
  const t = useTexts(words)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | undefined>()
  const [found, setFound] = useState<{ kind: LoadKind; policies: readonly Policy[] } | null>(null)
  const load = async (kind: LoadKind, globalId: string): Promise<void> => {
    const { tooEarly, message } = await actions.load(globalId, kind)
    setError(tooEarly ? says(tooEarly) : message)
  }
  const look = async (kind: LoadKind): Promise<void> => {
    const text = input.current?.value.trim() ?? ''
    setFound(null)
    if (!text) {
      setError(t.notFound)
      return input.current?.focus()
    }
    const asked = askedBy(text)
    if (asked.by === 'globalId') return load(kind, asked.value.toUpperCase())
    try {
      const { policies } = (await portal('promoterSearch', asked)).data
      const [only, ...others] = policies
      if (!only) setError(t.notFoundOwn)
      else if (others.length === 0) await load(kind, only.globalId)
      else setFound({ kind, policies })
    } catch (failure) {
      const apiError = apiErrorOf(failure)
      const said = apiError.kind === 'invalid' ? apiError.errors[0]?.message : apiError.message
      setError(said || (apiError.kind === 'offline' ? t.offline : t.loadFailed))
    }
  }
  return (
    <details
      className={`${sheet.part} ${styles.load}`}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) input.current?.focus()
      }}
    >
      <summary aria-keyshortcuts="Alt+G">{t.load}</summary>
      <div className={styles.loadForm}>
        <LimitedField
          name="load-global-id"
          label={t.globalId}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={20}
          inputRef={input}
          error={error}
          onValue={() => {
            setError(undefined)
            setFound(null)
          }}
        />
        <div className={styles.buttons}>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void look('copy')}>
            {t.copy}
          </Button>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void look('prolong')}>
            {t.prolong}
          </Button>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void look('reissue')}>
            {t.reissue}
          </Button>
        </div>
        {found ? (
          <ul className={styles.found} aria-label={t.foundOwn}>
            {found.policies.map(({ globalId, policyholder, cars, endDate }) => (
              <li key={globalId}>
                <Button
                  variant="quiet"
                  size="small"
                  busy={busy}
                  onClick={() => void load(found.kind, globalId)}
                >
                  {[policyholder, ...cars.map((car) => car.registrationNumber)].join(' · ')},{' '}
                  {numericDay(endDate)}
                </Button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </details>
  )
}
