import type { Policy } from '../cabinet/state.ts'
import { ask } from '../http/ask.ts'
import { useReply } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import { BottomSheet } from '../ui/bottom-sheet.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { plateWords } from '../ui/plate-words.ts'
import { Qr } from '../ui/qr.tsx'
import styles from './small-pass.module.css'
import words from './small-pass-texts.ts'

/** What an inspector scans, as large as the phone allows. */
export function QrSheet({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const t = useTexts(words)
  const loading = useReply(ask, 'cabinetPolicy', { globalId: policy.global_id })
  return (
    <BottomSheet open onClose={onClose} title={policy.global_id} closeLabel={t.close}>
      <Loaded loading={loading} value={loading.value} failed={t.noQr}>
        {({ check_url }) =>
          check_url ? (
            <div className={styles.scan}>
              <Qr text={check_url} label={t.qrOf(policy.global_id)} className={styles.qr} />
              <p>
                {policy.cars
                  .map(({ registrationNumber }) => plateWords(registrationNumber))
                  .join(', ')}
              </p>
              <p>{t.scan}</p>
            </div>
          ) : null
        }
      </Loaded>
    </BottomSheet>
  )
}
