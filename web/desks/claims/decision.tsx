import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActDialog, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { TextField } from '../../ui/text-field.tsx'
import type { ClaimPart } from './claim.ts'
import type { ClaimState } from './marks.tsx'
import words from './texts.ts'

/**
 * What the claim may come to now. Whoever decides sees what the client will hear; a colleague who
 * was faster is said.
 */
export function Decision({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const act = useAct()
  const [to, setTo] = useState<ClaimState | null>(null)
  const title = (state: ClaimState) => (claim.status === 'rejected' ? t.again : t.moves[state])
  const close = () => {
    setTo(null)
    act.reset()
  }
  const decide = async (form: FormData) => {
    if (!to) return
    const reason = String(form.get('reason') ?? '')
    if (
      await act.run(() =>
        ask('staffClaimMove', { claim_id: claim.claim_id, from: claim.status, to, reason }),
      )
    )
      setTo(null)
    onDone()
  }
  return (
    <Card title={t.act}>
      {claim.next.length === 0 ? <p>{t.finished}</p> : null}
      <div className={parts.actions}>
        {claim.next.map((state) => (
          <Button
            key={state}
            variant={state === 'rejected' ? 'secondary' : 'primary'}
            onClick={() => setTo(state)}
          >
            {title(state)}
          </Button>
        ))}
      </div>
      <ActDialog
        open={to !== null}
        title={to ? title(to) : ''}
        submit={to ? title(to) : ''}
        danger={to === 'rejected'}
        act={act}
        onClose={close}
        onSubmit={(form) => void decide(form)}
      >
        <div className={parts.form}>
          <TextField
            key={to ?? ''}
            name="reason"
            rows={4}
            maxLength={1_000}
            label={to === 'rejected' ? t.reason : t.comment}
            hint={to === 'rejected' ? t.reasonForClient : undefined}
            optional={to === 'rejected' ? undefined : t.optional}
            required={to === 'rejected'}
            error={act.errors.reason}
          />
          <p className={parts.soft}>{t.informed}</p>
        </div>
      </ActDialog>
    </Card>
  )
}
