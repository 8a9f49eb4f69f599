import { promoterLoginLength } from '#domain/constants.ts'
import { MaskedField } from '../../ui/masked-field.tsx'
import { digitMask } from '../../ui/masks.ts'

type Props = {
  name: string
  label: string
  error: string | undefined
  defaultValue?: string
  onValue: () => void
}

const login = digitMask(promoterLoginLength)

/** The 12-digit login. */
export const LoginField = (props: Props) => (
  <MaskedField {...props} rule={login} inputMode="numeric" autoComplete="username" />
)
