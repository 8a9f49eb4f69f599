import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import acceptWords from './accept-texts.ts'
import words from './texts.ts'

type Props = {
  sum: number
  /** By the link of Halyk; null where that is not offered. */
  onLink: (() => void) | null
  onAccept: () => void
  onClose: () => void
}

/**
 * What the client agrees to, asked for when the bill is sent: on a phone the bar below has no room
 * for it, and a box that is ticked unread is no agreement.
 */
export function AcceptDialog({ sum, onLink, onAccept, onClose }: Props) {
  const t = useTexts(words)
  const own = useTexts(acceptWords)
  return (
    <Dialog
      open
      onClose={onClose}
      title={own.title}
      closeLabel={t.close}
      actions={
        <>
          {onLink ? (
            <Button wide variant="secondary" onClick={onLink}>
              {t.byLink}
            </Button>
          ) : null}
          <Button wide onClick={onAccept}>
            {sum === 0 ? own.reissue : own.send(money(sum))}
          </Button>
        </>
      }
    >
      <p>{t.accepted}</p>
    </Dialog>
  )
}
