import type { MouseEvent, ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { addressOf } from '../session/guards.ts'
import { useLocale, useTexts } from '../texts.ts'
import { ArrowIcon, icon, PersonIcon } from '../ui/icons.tsx'
import { Permission } from '../ui/permission.tsx'
import type { Cabinet } from './cabinet.ts'
import styles from './menu.module.css'
import { barNames, type TabName, tabAddress, tabNames } from './tabs.ts'
import words from './texts.ts'

// Drawn here and not taken from the icons of later parts, which would come with the shell.
const PassIcon = icon(<path d="M20 8H6a2 2 0 0 1 0-4h11v4M4 6v11a2 2 0 0 0 2 2h14V8M16 13.5h.01" />)
const PaperIcon = icon(<path d="M14 3.5H6v17h12V7.5l-4-4V8h4M9 12.5h6M9 16h4" />)
const CardIcon = icon(<path d="M3 5.5h18v13H3zM3 10h18M7 14.5h3" />)
const ShieldIcon = icon(
  <path d="M12 3.5l7.5 3v5c0 4-3 7.5-7.5 9-4.5-1.5-7.5-5-7.5-9v-5zM12 8.500v4m0 3v.01" />,
)
const FileIcon = icon(<path d="M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.500h14" />)
const LockIcon = icon(<path d="M7.5 11V8a4.5 4.5 0 0 1 9 0v3M5.5 11h13v9h-13z" />)
const LeaveIcon = icon(<path d="M10 4H4v16h6M10 12h10m-4-4 4 4-4 4" />)
const DotsIcon = icon(<path d="M5 12h.01M12 12h.01M19 12h.01" />)
const icons: Record<TabName, ReactNode> = {
  policies: <PassIcon />,
  applications: <PaperIcon />,
  cards: <CardIcon />,
  data: <PersonIcon />,
  claims: <ShieldIcon />,
  documents: <FileIcon />,
  password: <LockIcon />,
}

type Props = {
  user: Cabinet['user']
  tab: TabName
  onOpen: (name: TabName) => void
  onLeave: () => void
}

/**
 * The tabs, the desk of who has one, and the way out; before a first password nothing but that. A
 * bar under the thumb on phones, with what is seldom wanted one tap behind it; a list beside the
 * page on wide screens.
 */
export function Menu({ user, tab, onOpen, onLeave }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const names: readonly TabName[] = user.password_change_required ? ['password'] : barNames
  const rest = user.password_change_required
    ? []
    : tabNames.filter((name) => !barNames.includes(name))
  const press = (name: TabName) => (event: MouseEvent<HTMLElement>) => {
    // A new tab or window of the browser is the person's own wish.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    closeRest(event)
    onOpen(name)
  }
  const link = (name: TabName) => (
    <li key={name}>
      <a
        href={tabAddress(pathOf('account', locale), name)}
        aria-current={name === tab ? 'page' : undefined}
        onClick={press(name)}
      >
        {icons[name]}
        {t.tabs[name]}
      </a>
    </li>
  )
  return (
    <nav className={styles.menu} aria-label={t.menu}>
      <ul>
        {names.map(link)}
        <li className={styles.behind}>
          <button
            type="button"
            popoverTarget="cabinet-more"
            data-current={rest.includes(tab) || undefined}
          >
            <DotsIcon />
            {t.more}
          </button>
          {/* The browser's own popover: Escape and a press outside close it. */}
          <ul id="cabinet-more" popover="auto" className={styles.rest} aria-label={t.more}>
            {rest.map(link)}
            <Permission roles={['accountant', 'staff']}>
              <li>
                <a href={addressOf('own-page', user.role, locale)}>
                  <ArrowIcon />
                  {t.desk}
                </a>
              </li>
            </Permission>
            <li className={styles.leave}>
              <button
                type="button"
                onClick={(event) => {
                  closeRest(event)
                  onLeave()
                }}
              >
                <LeaveIcon />
                {t.logOut}
              </button>
            </li>
          </ul>
        </li>
      </ul>
    </nav>
  )
}

/** What was chosen in the popover closes it; beside a wide page it is none. */
function closeRest({ currentTarget }: MouseEvent<HTMLElement>): void {
  const rest = currentTarget.closest<HTMLElement>('[popover]')
  if (rest?.matches(':popover-open')) rest.hidePopover()
}
