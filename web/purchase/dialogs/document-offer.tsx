import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Failed } from '../../sale/model/look-up.ts'
import { mayTypeDocument } from '../../sale/model/refusal.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { EditIcon } from '../../ui/later-icons.tsx'
import words from '../purchase-texts.ts'
import { DocumentDialog } from './document-dialog.tsx'

type Props = { mark: Pick<Failed, 'code' | 'reason'>; iin: string; onSaved?: () => void }

/**
 * Where the register did not answer, the document may be typed by hand (spec section 8, "Document
 * data retrieval failed").
 */
export function DocumentOffer({ mark, iin, onSaved }: Props) {
  const t = useTexts(words)
  const [open, setOpen] = useState(false)
  if (!mayTypeDocument(mark)) return null
  return (
    <>
      <Button variant="secondary" size="small" icon={<EditIcon />} onClick={() => setOpen(true)}>
        {t.byDocument}
      </Button>
      {/* A portal, for HTML forbids a form within a form. */}
      {createPortal(
        <DocumentDialog
          open={open}
          iin={iin}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            onSaved?.()
          }}
        />,
        document.body,
      )}
    </>
  )
}
