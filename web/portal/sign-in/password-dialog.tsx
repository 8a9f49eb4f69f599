import { useTexts } from '../../texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Promoter } from '../promoter-user.ts'
import { PasswordForm } from './password-form.tsx'
import words from './texts.ts'

/** Change of the password from the portal's menu. */
export function PasswordDialog({ user, onClose }: { user: Promoter; onClose: () => void }) {
  const t = useTexts(words)
  const say = useToast()
  return (
    <Dialog open onClose={onClose} title={t.changeTitle} closeLabel={t.close}>
      <PasswordForm
        login={user.login}
        temporary={false}
        onChanged={() => {
          say({ text: t.changed, tone: 'good' })
          onClose()
        }}
      />
    </Dialog>
  )
}
