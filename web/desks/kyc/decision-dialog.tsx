import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import parts from '../../ui/desk-parts.module.css'
import { TextField } from '../../ui/text-field.tsx'
import words from './texts.ts'

export type Decision = 'unblock' | 'keep'
type Props = { iin: string; decision: Decision | null; onClose: () => void; onDone: () => void }

/** Takes the block off or leaves it; either way with a reason that stays in the history. */
export function DecisionDialog({ iin, decision, onClose, onDone }: Props) {
  const all = useTexts(words)
  const t = decision === 'keep' ? all.keepDialog : all.unblockDialog
  const act = useAct(t.done)
  const decide = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '')
    if (await act.run(() => ask(decision === 'keep' ? 'kycKeep' : 'kycUnblock', { iin, reason })))
      onDone()
  }
  return (
    <ActDialog
      open={decision !== null}
      title={t.title}
      submit={t.submit}
      act={act}
      onClose={() => {
        act.reset()
        onClose()
      }}
      onSubmit={(form) => void decide(form)}
    >
      <div className={parts.form}>
        <p>{t.text}</p>
        <TextField
          name="reason"
          label={t.reason}
          hint={t.hint}
          rows={3}
          maxLength={500}
          required
          error={act.errors.reason}
        />
      </div>
    </ActDialog>
  )
}
