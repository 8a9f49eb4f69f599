import { useEffect } from 'react'
import { undoMs } from '../../constants.ts'
import { useTexts } from '../../texts.ts'
import { ToastRegion, useToast } from '../../ui/toast.tsx'
import saleWords from '../purchase-texts.ts'
import type { EditId, State } from '../state/state.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import words from './review-texts.ts'

/** Offers to undo the last sheet's changes while its message is shown. */
export function Undo({ purchase: { state, dispatch } }: { purchase: PurchaseActions }) {
  const t = useTexts(words)
  const all = useTexts(saleWords)
  if (!state.undo) return null
  const { sheet } = state.undo
  return (
    <ToastRegion label={t.messages} closeLabel={all.close}>
      <Said
        undo={state.undo}
        run={() => {
          dispatch({ type: 'undone' })
          document.getElementById(editOf(sheet))?.focus()
        }}
      />
    </ToastRegion>
  )
}

/** A message for each saving. */
function Said({ undo, run }: { undo: State['undo']; run: () => void }) {
  const t = useTexts(words)
  const say = useToast()
  // Once for each saving.
  useEffect(() => {
    say({ text: t.keptNow, kind: 'snackbar', lifeMs: undoMs, action: { label: t.undo, run } })
  }, [undo]) // oxlint-disable-line react/exhaustive-deps
  return null
}

/** The row's Edit, where the focus was before. */
const editOf = (sheet: EditId): string => `${rowIds[sheet] ?? sheet}-edit`
const rowIds: Partial<Record<EditId, string>> = { insurer: 'company', email: 'mail' }
