import { ConfirmDialog } from '../dialogs/confirm.tsx'
import { useMutation } from '../http/replies.ts'
import { untilThePageIsLeft } from '../http/use-mutation.ts'
import { useTexts } from '../texts.ts'
import { leave } from './portal.ts'
import { logOutWords as words } from './texts.ts'

/** Confirmation of sign-out: it deletes what is stored on this device. */
export function LogOutDialog({ onStay }: { onStay: () => void }) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  return (
    <ConfirmDialog
      open
      title={t.title}
      text={t.text}
      yes={t.yes}
      no={t.no}
      busy={busy}
      onYes={() => void once(() => leave().then(untilThePageIsLeft))}
      onNo={onStay}
    />
  )
}
