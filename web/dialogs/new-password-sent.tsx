import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import type { DialogStep } from './step.ts'
import words from './texts.ts'

export function NewPasswordSentDialog({ open, onClose, onGo }: DialogStep) {
  const all = useTexts(words)
  const t = all.sent
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t.title}
      closeLabel={all.close}
      actions={<Button onClick={() => onGo('log-in-by-password')}>{t.action}</Button>}
    >
      <Notice tone="success" title={t.text} live />
    </Dialog>
  )
}
