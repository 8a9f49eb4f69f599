import { ClientCodeDialog } from '../client-code-dialog.tsx'
import type { SaleActions } from './sale.ts'
import type { ClientCodeAsked } from './state/state.ts'

type Props = { asked: ClientCodeAsked; actions: SaleActions; onHandOff: () => void }

/**
 * Another promoter's sale needs its client's code: a renewal or a copy may be typed in without it,
 * a priced sale may be handed off.
 */
export function AskClient({ asked, actions, onHandOff }: Props) {
  const { globalId, phone, next } = asked
  const close = (): void => actions.dispatch({ type: 'client-code', asked: null })
  const handOff = (): void => {
    close()
    onHandOff()
  }
  const copied = typeof next === 'object' && next.load !== 'reissue'
  return (
    <ClientCodeDialog
      globalId={globalId}
      phone={phone}
      about={copied ? 'read' : 'reissue'}
      {...(copied ? { other: { does: 'withoutPeople', onPress: actions.fillWithoutPeople } } : {})}
      {...(next === 'pay' ? { other: { does: 'handOff', onPress: handOff } } : {})}
      onProved={actions.proved}
      onClose={close}
    />
  )
}
