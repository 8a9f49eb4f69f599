import { useTexts } from '../../texts.ts'
import { BottomSheet } from '../../ui/bottom-sheet.tsx'
import words from '../desk-texts.ts'
import type { Entry } from './entries.ts'
import { Stroke } from './icons.tsx'
import styles from './over.module.css'
import { useTheme } from './theme.ts'

/** On a phone, the links that do not fit in the bottom bar. */
export function More({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }) {
  const t = useTexts(words)
  const [theme, nextTheme] = useTheme()
  return (
    <BottomSheet open onClose={onClose} title={t.menu} closeLabel={t.close}>
      <nav aria-label={t.menu}>
        <ul className={styles.more}>
          {entries.slice(4).map(({ key, title, href, icon, current }) => (
            <li key={key}>
              <a href={href} aria-current={current ? 'page' : undefined}>
                <Stroke of={icon} />
                {title}
              </a>
            </li>
          ))}
          <li>
            <button type="button" onClick={nextTheme}>
              <Stroke of={theme === 'dark' ? 'moon' : theme === 'light' ? 'sun' : 'screen'} />
              {t.theme(t.themes[theme])}
            </button>
          </li>
        </ul>
      </nav>
    </BottomSheet>
  )
}
