import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { RowProgress } from '../ui/spinner.tsx'
import words from './texts.ts'

export type PositionError =
  | 'UNSUPPORTED'
  | 'PERMISSION_DENIED'
  | 'POSITION_UNAVAILABLE'
  | 'TIMEOUT'
  | 'UNKNOWN_ERROR'
  | 'NO_IIN'
  | 'NEAR_CON'
  | 'default'

type Props = {
  open: boolean
  /** What went wrong; null while the position is being asked for. */
  formError: PositionError | null
  /** The server's own words, if it has some (`nearControlPoint`). */
  message?: string | undefined
  /** How far the service centre is and how far it must be, metres (`nearControlPoint`). */
  near?: { distance: number; radius: number } | undefined
  onClose: () => void
  onRetry: () => void
}

/**
 * The blocked-location modal: the problem, why the position is needed, and a retry that closes it
 * (specification, section 4).
 */
export function GeolocationDialog({ open, formError, message, near, onClose, onRetry }: Props) {
  const all = useTexts(words)
  const t = all.position
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        near || formError === 'NEAR_CON'
          ? t.nearTitle
          : formError === 'NO_IIN'
            ? t.stoppedTitle
            : t.title
      }
      closeLabel={all.close}
      actions={formError ? <Button onClick={onRetry}>{all.retry}</Button> : undefined}
    >
      {formError ? (
        <Notice tone="error" title={message ?? t.messages[formError]} live />
      ) : (
        <RowProgress>{t.asking}</RowProgress>
      )}
      {formError === 'NO_IIN' ? null : <p>{near ? t.near(near.distance, near.radius) : t.why}</p>}
      {formError && formError !== 'NEAR_CON' ? <p>{t.advice[formError]}</p> : null}
    </Dialog>
  )
}
