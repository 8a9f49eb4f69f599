import { useState } from 'react'
import { LogOutDialog } from '../../dialogs/log-out.tsx'

/** Confirmation before leaving the desk. */
export function Leave({ onLeave, onClose }: { onLeave: () => void; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  return (
    <LogOutDialog
      open
      busy={busy}
      onLogOut={() => {
        setBusy(true)
        onLeave()
      }}
      onStay={onClose}
    />
  )
}
