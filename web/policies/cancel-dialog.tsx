import shell from '../cabinet/texts.ts'
import { ConfirmDialog } from '../dialogs/confirm.tsx'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import { useToast } from '../ui/toast.tsx'

type Words = Record<'cancelTitle' | 'cancelYes' | 'cancelNo' | 'cancelled', string>
type Props = {
  /** Of the product that is given up. */
  words: Words
  /** The effect: the refund, or the day until which the policy lasts. */
  text: string
  /** The call; a refusal shows the server's own words. */
  cancel: () => Promise<unknown>
  onClose: () => void
  onChanged: () => void
}

/** Asks once more before a policy or a subscription is given up, and says what became of it. */
export function CancelDialog({ words, text, cancel, onClose, onChanged }: Props) {
  const { unavailable } = useTexts(shell)
  const say = useToast()
  const { busy, once } = useMutation()
  const confirmed = async () => {
    await once(
      async () => {
        await cancel()
        say({ text: words.cancelled, tone: 'good' })
        onChanged()
      },
      (error) =>
        say({ text: apiErrorOf(error).message || unavailable, tone: 'bad', kind: 'snackbar' }),
    )
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={words.cancelTitle}
      text={text}
      yes={words.cancelYes}
      no={words.cancelNo}
      busy={busy}
      onYes={() => void confirmed()}
      onNo={onClose}
    />
  )
}
