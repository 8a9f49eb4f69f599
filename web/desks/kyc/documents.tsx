import { useTexts } from '../../texts.ts'
import { DeskDocuments } from '../documents/desk-documents.tsx'
import type { Status } from './case.ts'
import words from './texts.ts'

type Props = {
  status: Status
  mayAdd: boolean
  error?: string | undefined
  onChanged: () => void
}

/** What the unblocking of a person rests on. */
export function Documents({ status: { case_id, documents }, mayAdd, error, onChanged }: Props) {
  const t = useTexts(words).documents
  if (!case_id) return null
  const to = { name: 'kycAddDocument', fields: { case_id }, label: t.add, error } as const
  return (
    <DeskDocuments
      title={t.title}
      documents={documents}
      to={mayAdd ? to : null}
      onChanged={onChanged}
    />
  )
}
