import { useCallback, useRef } from 'react'
import type { Privilege } from '../../sale/model/sale.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { buyerDoor } from '../door.ts'
import words from '../purchase-texts.ts'
import styles from './sections.module.css'

type Props = {
  name: string
  label: string
  iin: string
  privilege: Privilege
  onChange: (privilege: Privilege) => void
  disabled?: boolean
}

/**
 * The privilege of the law: said by the person, confirmed by the register, or left out when the
 * register is silent.
 */
export function PrivilegeField({ name, label, iin, privilege, onChange, disabled }: Props) {
  const t = useTexts(words)
  const asked = useRef(false)
  // On a phone the answer would come under the bar; a draft taken up again moves nothing.
  const intoView = useCallback((answer: HTMLElement | null) => {
    if (asked.current) answer?.scrollIntoView({ block: 'nearest' })
  }, [])
  const check = async (): Promise<void> => {
    asked.current = true
    onChange('busy')
    try {
      onChange((await buyerDoor.privilege(iin)) ? 'confirmed' : 'not_confirmed')
    } catch {
      onChange('error')
    }
  }
  return (
    <div className={styles.answered}>
      {/* Keyed: «continue without» unticks a box that keeps its own state. */}
      <Checkbox
        key={privilege === 'off' ? 'off' : 'on'}
        name={name}
        label={label}
        hint={t.privilegeHint}
        disabled={disabled}
        defaultChecked={privilege !== 'off'}
        onChecked={(checked) => (checked ? void check() : onChange('off'))}
      />
      {privilege === 'busy' ? <RowProgress>{t.privilegeBusy}</RowProgress> : null}
      {privilege === 'confirmed' ? (
        <div ref={intoView} role="status">
          <Chip tone="good" icon={<CheckIcon />}>
            {t.privilegeConfirmed}
          </Chip>
        </div>
      ) : null}
      {privilege === 'not_confirmed' ? (
        <div ref={intoView} role="status">
          <Chip tone="bad" icon={<CloseIcon />}>
            {t.privilegeNo}
          </Chip>
        </div>
      ) : null}
      {privilege === 'error' ? (
        <div ref={intoView}>
          <Notice
            tone="warn"
            live
            title={t.privilegeError}
            action={
              <div className={styles.actions}>
                <Button variant="secondary" size="small" onClick={() => onChange('off')}>
                  {t.privilegeSkip}
                </Button>
                <Button
                  variant="quiet"
                  size="small"
                  className={styles.flush}
                  onClick={() => void check()}
                >
                  {t.retry}
                </Button>
              </div>
            }
          />
        </div>
      ) : null}
    </div>
  )
}
