import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { useTexts } from '../../texts.ts'
import words from './texts.ts'

/** «password expired»: the user must request a new one (specification, section 8). */
export function ExpiredDialog({ onAsk, onClose }: { onAsk: () => void; onClose: () => void }) {
  const t = useTexts(words)
  return (
    <ConfirmDialog
      open
      title={t.expiredTitle}
      text={t.expiredText}
      yes={t.expiredAction}
      no={t.cancel}
      onYes={onAsk}
      onNo={onClose}
    />
  )
}
