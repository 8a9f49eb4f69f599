import type { Privilege } from '../../sale/model/sale.ts'
import { useTexts } from '../../texts.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import words from './texts.ts'

type Props = {
  name: string
  privilege: Privilege
  /** The register did not answer: the mark is the promoter's, and the server checks it. */
  byHand: boolean
  onChecked: (privilege: Privilege) => void
}

/**
 * The privilege of the law: once the register has spoken, its word stands and nothing can be
 * ticked.
 */
export function PrivilegeBox({ name, privilege, byHand, onChecked }: Props) {
  const t = useTexts(words)
  if (privilege === 'confirmed' || privilege === 'not_confirmed')
    return privilege === 'confirmed' ? (
      <Chip tone="good" icon={<CheckIcon />}>
        {t.privilegeYes}
      </Chip>
    ) : null
  return byHand ? (
    <Checkbox
      name={name}
      label={t.privilege}
      defaultChecked={privilege === 'by_hand'}
      onChecked={(on) => onChecked(on ? 'by_hand' : 'off')}
    />
  ) : null
}
