import { useState } from 'react'
import * as refusals from '#domain/refusals.ts'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { ClientCodeDialog } from '../client-code-dialog.tsx'
import { portal } from '../portal.ts'
import { EndedDialog, type EndedPolicy } from './ended.tsx'
import { endWords as words } from './texts.ts'

type Props = { globalId: string; onClose: () => void; onChanged: () => void }

/** Cancellation, on the day of issue and before the start: the whole sum goes back. */
export function CancelDialog({ globalId, onClose, onChanged }: Props) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [formError, setFormError] = useState<string | null>(null)
  /** A reissue of another promoter's sale: recipient of its client's code. */
  const [code, setCode] = useState<{ phone: string | null } | null>(null)
  const [ended, setEnded] = useState<EndedPolicy | null>(null)
  const cancel = async (): Promise<void> => {
    await once(
      async () => setEnded((await portal('promoterCancelPolicy', { globalId })).data),
      (error) => {
        const apiError = apiErrorOf(error)
        if (apiError.kind === 'refused' && apiError.code === refusals.wrongCode)
          setCode({
            phone: typeof apiError.data['phone'] === 'string' ? apiError.data['phone'] : null,
          })
        else setFormError(apiError.message || t.unavailable)
      },
    )
  }
  if (ended) {
    const leave = (): void => {
      onClose()
      onChanged()
    }
    return <EndedDialog ended={ended} title={t.cancelledTitle} onClose={leave} />
  }
  const proved = (): void => {
    setCode(null)
    void cancel()
  }
  if (code)
    return (
      <ClientCodeDialog
        globalId={globalId}
        phone={code.phone}
        about="cancel"
        onProved={proved}
        onClose={onClose}
      />
    )
  return (
    <ConfirmDialog
      open
      danger
      title={t.cancelTitle}
      text={
        <>
          <p>{t.cancelText(globalId)}</p>
          {formError ? <Notice tone="error" live title={formError} /> : null}
        </>
      }
      yes={t.cancelYes}
      no={t.cancelNo}
      busy={busy}
      onYes={() => void cancel()}
      onNo={onClose}
    />
  )
}
