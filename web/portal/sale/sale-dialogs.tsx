import { Suspense } from 'react'
import { lazy } from '../../lazy.ts'
import type { SaleActions } from './sale.ts'
import type { State } from './state/state.ts'

const PositionModal = lazy(() =>
  import('../../dialogs/geolocation.tsx').then((module) => ({ default: module.GeolocationDialog })),
)
const DocumentDialog = lazy(() =>
  import('../../purchase/dialogs/document-dialog.tsx').then((module) => ({
    default: module.DocumentDialog,
  })),
)

type Props = { place: State['location']; actions: SaleActions }

/** Why the sale may not go on from here: the promoter's position. */
export function PositionAsked({ place, actions }: Props) {
  if (!place.blocked || !place.code) return null
  return (
    <Suspense>
      <PositionModal
        open
        formError={place.code}
        message={place.message || undefined}
        near={place.near}
        onClose={() => actions.dispatch({ type: 'location-closed' })}
        onRetry={() => {
          actions.dispatch({ type: 'location-closed' })
          actions.calculate()
        }}
      />
    </Suspense>
  )
}

type DocumentProps = { iin: string | null; actions: SaleActions; onClose: () => void }

/** The identity document of a person whom no register knows, typed by hand. */
export function DocumentAsked({ iin, actions, onClose }: DocumentProps) {
  if (!iin) return null
  return (
    <Suspense>
      <DocumentDialog
        open
        iin={iin}
        save={actions.saveDocument}
        onClose={onClose}
        onSaved={() => {
          actions.dispatch({ type: 'mended', iin })
          onClose()
        }}
      />
    </Suspense>
  )
}
