import { useState } from 'react'
import { ConfirmDialog } from '../../dialogs/confirm.tsx'
import { texts, useTexts } from '../../texts.ts'
import { leave } from './portal.ts'

const words = texts({
  kz: {
    title: 'Шығасыз ба?',
    text: 'Аяқталмаған сату осы құрылғыдан өшеді. Серверде сақталған жобалар 24 сағат тұрады.',
    yes: 'Шығу',
    no: 'Қалу',
  },
  ru: {
    title: 'Выйти?',
    text: 'Неоконченная продажа исчезнет с этого устройства. Черновики на сервере хранятся 24 часа.',
    yes: 'Выйти',
    no: 'Остаться',
  },
})

/** Asks before leaving the portal: what stands on this device goes with it. */
export function LogOutDialog({ onStay }: { onStay: () => void }) {
  const t = useTexts(words)
  const [busy, setBusy] = useState(false)
  return (
    <ConfirmDialog
      open
      title={t.title}
      text={t.text}
      yes={t.yes}
      no={t.no}
      busy={busy}
      onYes={() => {
        setBusy(true)
        void leave()
      }}
      onNo={onStay}
    />
  )
}
