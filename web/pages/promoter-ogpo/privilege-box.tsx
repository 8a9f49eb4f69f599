import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import styles from './rows.module.css'
import words from './texts.ts'

type Props = { name: string; on: boolean; locked: boolean; onChecked: (on: boolean) => void }

/** The privilege of the law: once the register has spoken, its word stands and the box is locked. */
export function PrivilegeBox({ name, on, locked, onChecked }: Props) {
  const t = useTexts(words)
  return (
    <div className={styles.privilege}>
      <Checkbox
        key={`${on} ${locked}`}
        name={name}
        label={locked ? `${t.privilege}: ${on ? t.privilegeYes : t.privilegeNo}` : t.privilege}
        defaultChecked={on}
        disabled={locked}
        onChecked={onChecked}
      />
    </div>
  )
}
