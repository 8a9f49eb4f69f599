import { useEffect, useState } from 'react'
import { apiErrorOf } from '../../http/http.ts'
import { useMutation, useReply } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { forget, kept } from '../device.ts'
import { portal } from '../portal.ts'
import { draftWords as words } from './texts.ts'

type Props = {
  draft: { id: string; title: string }
  onClose: () => void
  onGiven: (to: string) => void
}

/** Dialog that hands an unfinished sale to a colleague. */
export function GiveDialog({ draft, onClose, onGiven }: Props) {
  const t = useTexts(words)
  const loading = useReply(portal, 'promoterColleagues', {})
  const [to, setTo] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()
  const give = async (name: string): Promise<void> => {
    if (!to) {
      setWrong(t.choose)
      document.getElementById('colleague')?.focus()
      return
    }
    setFormError(null)
    await once(
      async () => {
        await portal('promoterDraftGive', { id: draft.id, to })
        if (standsHere(draft.id)) forget('sale')
        onGiven(name)
      },
      (error) => {
        const apiError = apiErrorOf(error)
        if (apiError.kind === 'missing') setFormError(t.isGone)
        else setFormError(apiError.message || (apiError.kind === 'offline' ? t.offline : t.failed))
      },
    )
  }
  const colleagues = loading.value?.colleagues ?? []
  const isHere = loading.value !== null
  // The list loads after the dialog, whose focus would stay at its cross.
  useEffect(() => {
    if (isHere) document.getElementById('colleague')?.focus()
  }, [isHere])
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={t.close}
      actions={
        <Button
          wide
          busy={busy}
          disabled={colleagues.length === 0}
          onClick={() => void give(colleagues.find(({ id }) => id === to)?.name ?? '')}
        >
          {t.give}
        </Button>
      }
    >
      <p>{t.text(draft.title)}</p>
      {formError ? <Notice tone="error" live title={formError} /> : null}
      <Loaded loading={loading} value={loading.value}>
        {() =>
          colleagues.length === 0 ? (
            <p>{t.alone}</p>
          ) : (
            <Select
              name="colleague"
              label={t.colleague}
              placeholder={t.choose}
              error={wrong}
              options={colleagues.map(({ id, name }) => ({ value: id, label: name }))}
              onValue={(value) => {
                setTo(value)
                setWrong(undefined)
              }}
            />
          )
        }
      </Loaded>
    </Dialog>
  )
}

/** Returns whether the sale stored on this device is this one: the sheet then starts anew. */
function standsHere(id: string): boolean {
  const sale = kept('sale')
  if (typeof sale !== 'object' || sale === null || !('form' in sale)) return false
  const { form } = sale
  return typeof form === 'object' && form !== null && 'draftKey' in form && form.draftKey === id
}
