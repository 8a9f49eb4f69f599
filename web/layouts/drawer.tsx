import { useTexts } from '../texts.ts'
import { CloseIcon } from '../ui/icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import head from './default.module.css'
import styles from './drawer.module.css'
import type { LayoutProps } from './layout.ts'
import words from './texts.ts'
import { hasCabinet, Links, LogInLink, WriteLink } from './ways.tsx'

/** The browser's own popover: opens, closes by Escape or a press outside, without any script. */
export function Menu({ name }: Pick<LayoutProps, 'name'>) {
  const t = useTexts(words)
  return (
    <nav id="menu" popover="auto" className={styles.drawer} aria-label={t.menu}>
      <div className={styles.drawerHead}>
        <LogoMark className={head.mark} />
        <button
          type="button"
          className={head.burger}
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label={t.close}
        >
          <CloseIcon />
        </button>
      </div>
      <ul className={styles.large}>
        <Links name={name} menu="main" />
      </ul>
      <ul>
        <Links name={name} menu="service" />
        <Links name={name} menu="company" />
        <Links name={name} menu="contacts" />
        <li>
          <WriteLink />
        </li>
        {hasCabinet ? (
          <li>
            <LogInLink />
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
