import { useRef, useState } from 'react'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { LimitedField } from '../../ui/limited-field.tsx'
import styles from './load-policy.module.css'
import type { SaleActions } from './sale.ts'
import sheet from './sheet.module.css'
import words from './texts.ts'

type Props = { busy: boolean; actions: SaleActions; says: (day: string) => string }

/** Another policy fills the sheet: as it is, to prolong it, or to reissue it. */
export function LoadPolicy({ busy, actions, says }: Props) {
  const t = useTexts(words)
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string | undefined>()
  const load = async (kind: 'prolong' | 'reissue' | 'copy'): Promise<void> => {
    const globalId = input.current?.value.trim().toUpperCase() ?? ''
    if (!globalId) {
      setError(t.notFound)
      return input.current?.focus()
    }
    const { tooEarly, message } = await actions.load(globalId, kind)
    setError(tooEarly ? says(tooEarly) : message)
  }
  return (
    <details className={`${sheet.part} ${styles.load}`}>
      <summary>{t.load}</summary>
      <div className={styles.loadForm}>
        <LimitedField
          name="load-global-id"
          label={t.globalId}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={20}
          inputRef={input}
          error={error}
          onValue={() => setError(undefined)}
        />
        <div className={styles.buttons}>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void load('copy')}>
            {t.copy}
          </Button>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void load('prolong')}>
            {t.prolong}
          </Button>
          <Button variant="secondary" size="small" busy={busy} onClick={() => void load('reissue')}>
            {t.reissue}
          </Button>
        </div>
      </div>
    </details>
  )
}
