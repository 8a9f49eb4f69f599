import { useState } from 'react'
import { ask } from '../../http/ask.ts'
import { sendFile } from '../../http/upload.ts'
import { useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Chip } from '../../ui/chip.tsx'
import parts from '../../ui/desk-parts.module.css'
import { FileSlot } from '../../ui/file-slot.tsx'
import type { ClaimPart } from './claim.ts'
import documents from './documents.module.css'
import { Paper } from './documents.tsx'
import words from './texts.ts'

/** The evaluation report: the newest counts; the client sees it only after staff release it. */
export function Report({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const act = useAct()
  const [file, setFile] = useState<File | null>(null)
  const [missing, setMissing] = useState(false)
  const [visible, setVisible] = useState(true)
  const [round, setRound] = useState(0)
  const upload = async () => {
    setMissing(!file)
    if (!file) return
    const fields = { claim_id: claim.claim_id, visible: String(visible) }
    if (await act.run(() => sendFile('staffClaimUploadReport', fields, 'report', file))) {
      setFile(null)
      setRound(round + 1)
    }
    onDone()
  }
  const show = async (next: boolean) => {
    await act.run(() => ask('staffClaimShowReport', { claim_id: claim.claim_id, visible: next }))
    onDone()
  }
  const [report] = claim.reports
  return (
    <Card
      title={t.report}
      aside={
        report ? (
          <Chip tone={claim.visible_to_client ? 'good' : 'plain'}>
            {claim.visible_to_client ? t.reportShown : t.reportHidden}
          </Chip>
        ) : null
      }
    >
      <div className={parts.form}>
        {report ? (
          <>
            <ul className={documents.grid}>
              <Paper key={report.id} file={report} label={t.report} />
            </ul>
            {report.scan === 'infected' ? null : (
              <div className={parts.actions}>
                <Button
                  variant="secondary"
                  busy={act.busy}
                  onClick={() => void show(!claim.visible_to_client)}
                >
                  {claim.visible_to_client ? t.hide : t.show}
                </Button>
              </div>
            )}
          </>
        ) : (
          <p className={parts.soft}>{t.noReport}</p>
        )}
        <FileSlot
          key={round}
          name="report"
          label={t.reportFile}
          addLabel={t.add}
          removeLabel={t.remove}
          tooLarge={t.tooLarge}
          wrongKind={t.wrongKind}
          error={missing ? t.fileMissing : act.errors.report}
          onFile={setFile}
        />
        <Checkbox
          name="visible"
          label={t.reportVisible}
          defaultChecked={visible}
          onChecked={setVisible}
        />
        <ActError act={act} />
        <Button variant="secondary" busy={act.busy} onClick={() => void upload()}>
          {t.reportUpload}
        </Button>
      </div>
    </Card>
  )
}
