import { useState } from 'react'
import { useTexts } from '../../texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import deskWords from '../desk-texts.ts'
import words from './key-texts.ts'
import { keysAreOn, switchKeys } from './keys.ts'
import styles from './over.module.css'

/** Every key of the desks, and the switch of the single ones. */
export function KeyMap({ onClose }: { onClose: () => void }) {
  const t = useTexts(words)
  const { close } = useTexts(deskWords)
  const [on, setOn] = useState(keysAreOn)
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={close}>
      <div className={styles.columns}>
        {t.groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([chips, what]) => (
                <div key={what}>
                  <dt>
                    {chips.split(' ').map((chip) => (
                      <kbd key={chip}>{chip}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={on}
          onChange={({ currentTarget }) => {
            switchKeys(currentTarget.checked)
            setOn(currentTarget.checked)
          }}
        />
        {t.on}
      </label>
    </Dialog>
  )
}
