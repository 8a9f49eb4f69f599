import { useState } from 'react'
import { type Finding, isFinding } from '#domain/contract/findings.ts'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { money, useTexts } from '../texts.ts'
import { ActDialog, useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import parts from '../ui/desk-parts.module.css'
import findingWords from '../ui/finding-words.ts'
import { LimitedField } from '../ui/limited-field.tsx'
import { Table } from '../ui/table.tsx'
import words from './differing-texts.ts'

type Row = Reply<'reportReconciliation'>['data']['exceptions'][number]
type At = { contract: string; finding: Finding; text: string }

/**
 * Contracts whose money does not agree, a sentence each; what was found of old is settled here by
 * whoever has settled it with people.
 */
export function Differing({
  caption,
  rows,
  onSettled,
}: {
  caption: string
  rows: readonly Row[]
  onSettled: () => void
}) {
  const t = useTexts(words)
  const sentenceOf = useSentences()
  const act = useAct()
  const [at, setAt] = useState<At | null>(null)
  const settle = async (form: FormData) => {
    if (!at) return
    const { contract: contract_id, finding } = at
    const note = String(form.get('note') ?? '')
    if (await act.run(() => ask('reportSettleFinding', { contract_id, finding, note }))) {
      setAt(null)
      onSettled()
    }
  }
  return (
    <>
      <Table
        caption={caption}
        columns={[
          { key: 'contract', title: t.contract },
          { key: 'at', title: t.when },
          { key: 'what', title: t.what },
          { key: 'act', title: t.act },
        ]}
        rows={rows.map((row) => {
          const { id, note } = row
          const text = sentenceOf(row)
          return {
            key: `${id} ${note}`,
            cells: {
              contract: id,
              at: row.at ? almatyTime(row.at) : '–',
              what: text,
              act: isFinding(note) ? (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`${t.settle}: ${id}, ${text}`}
                  onClick={() => setAt({ contract: id, finding: note, text })}
                >
                  {t.settle}
                </Button>
              ) : (
                '–'
              ),
            },
          }
        })}
      />
      <ActDialog
        open={at !== null}
        title={t.title}
        submit={t.settle}
        act={act}
        onClose={() => {
          setAt(null)
          act.reset()
        }}
        onSubmit={(form) => void settle(form)}
      >
        <div className={parts.form} key={`${at?.contract} ${at?.finding}`}>
          <p>
            {at?.contract}: {at?.text}
          </p>
          <p className={parts.soft}>{t.about}</p>
          <LimitedField
            name="note"
            label={t.note}
            rows={3}
            maxLength={500}
            error={act.errors.note}
          />
        </div>
      </ActDialog>
    </>
  )
}

function useSentences(): (row: Row) => string {
  const t = useTexts(words)
  const found = useTexts(findingWords)
  return ({ note, ours, theirs }) => {
    const [expected, seen] = [ours ?? 0, theirs ?? 0]
    if (isFinding(note)) {
      const write = note === 'two_in_force' ? String : money
      return found[note](write(expected), write(seen))
    }
    const sum = money(Math.abs(seen))
    if (note === 'partner') return t.partner(sum)
    if (note === 'chargeback') return t.chargeback(sum)
    if (note.includes('overdrawn')) return t.overdrawn(sum)
    if (note !== 'balance') return t.outside(sum)
    return seen > 0 ? t.leftOver(sum) : t.tooMuch(sum)
  }
}
