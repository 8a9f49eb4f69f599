import { useState } from 'react'
import { ConfirmDialog } from '../dialogs/confirm.tsx'
import { useTexts } from '../texts.ts'
import words from './log-out-texts.ts'
import { leave } from './portal.ts'

/** Asks before leaving the portal: what stands on this device goes with it. */
export function LogOutDialog({ onStay }: { onStay: () => void }) {
  const t = useTexts(words)
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmDialog
      open
      title={t.title}
      text={t.text}
      yes={t.yes}
      no={t.no}
      busy={busy}
      onYes={() => {
        setBusy(true)
        void leave()
      }}
      onNo={onStay}
    />
  )
}
