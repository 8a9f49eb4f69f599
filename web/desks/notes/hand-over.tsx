import { noteMax } from '#domain/desk-notes.ts'
import { useTexts } from '../../texts.ts'
import { type Act, ActDialog } from '../../ui/act.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Notes } from './note-line.tsx'
import words from './texts.ts'

type Props = {
  open: boolean
  act: Act
  colleagues: Notes['colleagues']
  /** The present owner: not offered as a recipient. */
  without?: string | undefined
  onClose: () => void
  onHand: (to: string, text: string) => void
}

/** Dialog that hands cases over to a colleague, with a note. */
export function HandOver({ open, act, colleagues, without, onClose, onHand }: Props) {
  const t = useTexts(words)
  return (
    <ActDialog
      open={open}
      title={t.handTitle}
      submit={t.submit}
      act={act}
      onClose={onClose}
      onSubmit={(form) => onHand(String(form.get('to') ?? ''), String(form.get('word') ?? ''))}
    >
      <div className={parts.form}>
        <Select
          name="to"
          label={t.to}
          placeholder={t.choose}
          required
          options={colleagues
            .filter(({ id }) => id !== without)
            .map(({ id, name }) => ({ value: id, label: name }))}
          error={act.errors.to}
        />
        <LimitedField
          name="word"
          label={t.word}
          hint={t.wordHint}
          rows={3}
          maxLength={noteMax}
          error={act.errors.text}
        />
      </div>
    </ActDialog>
  )
}
