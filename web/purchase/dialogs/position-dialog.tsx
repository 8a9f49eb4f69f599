import * as refusals from '#domain/refusals.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import words from '../purchase-texts.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'

/**
 * The blocked-position modal: the problem, and a retry that closes it and calculates again (spec
 * section 4).
 */
export function PositionDialog({ purchase }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const { position, state, dispatch, closePosition, calculate } = purchase
  // `nearControlPoint` and an unusable position are the server's word about the place.
  const judged =
    state.formError?.code === refusals.nearControlPoint ||
    state.formError?.code === refusals.positionUnusable
      ? state.formError.message
      : null
  const message = position !== null && position !== 'asking' ? t.positions[position] : judged
  const close = (): void => {
    closePosition()
    if (judged) dispatch({ type: 'settled' })
  }
  return (
    <Dialog
      open={message !== null || position === 'asking'}
      onClose={close}
      title={t.positionTitle}
      closeLabel={t.close}
      actions={
        position === 'asking' ? null : (
          <Button
            onClick={() => {
              close()
              calculate()
            }}
          >
            {t.retry}
          </Button>
        )
      }
    >
      {message === null ? (
        <RowProgress>{t.positionAsking}</RowProgress>
      ) : (
        <Notice tone="error" live title={message} />
      )}
      <p>{t.positionWhy}</p>
    </Dialog>
  )
}
