import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import parts from '../../ui/desk-parts.module.css'
import { LimitedField } from '../../ui/limited-field.tsx'
import { signingWords } from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import words from './texts.ts'
import { useServerValue } from './use-server-value.ts'

/** The type of damage as the client wrote it, to be put right. */
export function Damage({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const of = useTexts(signingWords)
  const act = useAct()
  const field = useServerValue(claim.damage_type)
  const save = async (form: FormData) => {
    const to = String(form.get('damage') ?? '').trim()
    if (to === claim.damage_type) return
    const from = claim.damage_type
    if (await act.run(() => ask('staffClaimDamage', { claim_id: claim.claim_id, from, to })))
      field.kept()
    onDone()
  }
  return (
    <Card title={t.damage}>
      <div className={parts.form}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void save(new FormData(event.currentTarget))
          }}
        >
          <LimitedField
            name="damage"
            label={t.damage}
            key={field.round}
            hint={field.behind ? of.meanwhileSaid(claim.damage_type) : t.informed}
            defaultValue={field.seen}
            onValue={field.typed}
            maxLength={200}
            error={act.errors.to}
          />
          <ActError act={act} />
          <Button type="submit" variant="secondary" busy={act.busy}>
            {t.save}
          </Button>
        </form>
      </div>
    </Card>
  )
}
