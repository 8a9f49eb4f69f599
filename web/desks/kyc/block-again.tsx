import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { useAct } from '../../ui/act.tsx'
import { LockIcon } from '../../ui/later-icons.tsx'
import type { Status } from './case.ts'
import { ReasonForm, SHORTEST } from './reason-form.tsx'
import words from './texts.ts'

type Props = { status: Status; onDone: () => void; onChanged: () => void }

/** Whom staff or the lists have let is blocked again by one person, with a reason. */
export function BlockAgain({ status: { case_id, changed_at }, onDone, onChanged }: Props) {
  const t = useTexts(words)
  const act = useAct(t.again.done)
  const [isShort, setShort] = useState(false)
  if (!case_id) return null
  const block = async (_: string, of: (name: string) => string) => {
    const reason = of('reason')
    setShort(reason.length < SHORTEST)
    if (reason.length < SHORTEST) return
    const seen = changed_at ? { seen: changed_at } : {}
    if (await act.run(() => ask('kycBlock', { case_id, reason, ...seen }))) onDone()
    else onChanged()
  }
  return (
    <ReasonForm
      label={t.again.reason}
      error={isShort ? t.decision.short : undefined}
      act={act}
      choices={[{ name: 'block', title: t.again.block, leads: t.again.leads, icon: <LockIcon /> }]}
      onDecide={block}
    />
  )
}
