import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import words from './texts.ts'

type Props = {
  name: string
  on: boolean
  locked: boolean
  /** The register did not answer: the mark is the promoter's, and the server checks it. */
  byHand: boolean
  onChecked: (on: boolean) => void
}

/**
 * The privilege of the law: once the register has spoken, its word stands and nothing can be
 * ticked.
 */
export function PrivilegeBox({ name, on, locked, byHand, onChecked }: Props) {
  const t = useTexts(words)
  if (locked)
    return on ? (
      <Chip tone="good" icon={<CheckIcon />}>
        {t.privilegeYes}
      </Chip>
    ) : null
  return byHand ? (
    <Checkbox name={name} label={t.privilege} defaultChecked={on} onChecked={onChecked} />
  ) : null
}
