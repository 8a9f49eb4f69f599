import { useTexts } from '../texts.ts'
import { ConfirmDialog } from './confirm.tsx'
import words from './texts.ts'

/** Asks before leaving the cabinet; what leaving means is the caller's business. */
export function LogOutDialog({
  open,
  busy,
  onLogOut,
  onStay,
}: {
  open: boolean
  busy?: boolean
  onLogOut: () => void
  onStay: () => void
}) {
  const t = useTexts(words).logOut
  return (
    <ConfirmDialog
      open={open}
      title={t.title}
      text={t.text}
      yes={t.yes}
      no={t.no}
      busy={busy}
      onYes={onLogOut}
      onNo={onStay}
    />
  )
}
