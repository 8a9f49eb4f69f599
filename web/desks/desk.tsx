import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Locale } from '#domain/locale.ts'
import { api } from '../http/api.ts'
import { apiErrorOf } from '../http/http.ts'
import { useRead } from '../http/replies.ts'
import { goTo } from '../navigation.ts'
import { addressOf } from '../session/guards.ts'
import { ownGuards } from '../session/own-guards.ts'
import { cabinetToken, passGuards, sessionEnded } from '../session/session.ts'
import { keepName } from '../session/signed-in-name.ts'
import { useLocale, useTexts } from '../texts.ts'
import { classNames } from '../ui/class-names.ts'
import folds from '../ui/folds.module.css'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import words from './desk-texts.ts'
import { type DeskName, desks } from './desks.ts'
import type { User } from './shell/entries.ts'
import { useFolded } from './shell/folded.ts'
import styles from './shell/shell.module.css'
// Applies the chosen theme before the first paint.
import './shell/theme.ts'

/** Who sits at the desk, and today by the server's clock (a day of Almaty). */
type StaffVisit = { user: User; today: string }

type Props = {
  name: DeskName
  title: string
  children: (at: StaffVisit) => ReactNode
}

/**
 * The frame of every desk: user, other desks with their counts, keys, language, sign-out, footer.
 * Draws `children` after the person is known and the page's guards admit them.
 */
export function StaffConsole({ name, title, children }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useRead('cabinetUser', name, (signal) => whoIsHere(name, locale, signal))
  const frame = useLoading(() => import('./shell/frame.tsx')).value
  const user = loading.value?.user ?? null
  const [small] = useFolded()
  return (
    <div className={classNames(styles.desk, folds.folds)} data-small={small ? '' : undefined}>
      <a className={styles.skip} href="#desk">
        {t.skip}
      </a>
      {frame ? <frame.Frame name={name} user={user} /> : null}
      <header className={styles.top}>
        <h1 className={styles.title}>{title}</h1>
        {frame ? <frame.Tools name={name} user={user} /> : null}
      </header>
      <ToastRegion label={t.messages} closeLabel={t.close}>
        <main id="desk" className={styles.sheet} aria-label={title} tabIndex={-1}>
          <div className={styles.content}>
            <Loaded loading={loading} value={loading.value}>
              {children}
            </Loaded>
          </div>
        </main>
      </ToastRegion>
      {frame ? <frame.Foot /> : null}
    </div>
  )
}

/**
 * Resolves to null if the page is already leaving: nobody is signed in, or the desk is not theirs.
 */
async function whoIsHere(
  name: DeskName,
  locale: Locale,
  signal: AbortSignal,
): Promise<StaffVisit | null> {
  const token = cabinetToken()
  if (!token) {
    passGuards(ownGuards(), null, locale)
    return null
  }
  try {
    const [{ data: user }, { data: clock }] = await Promise.all([
      api('cabinetUser', {}, { token, signal }),
      api('clock', {}, { signal }),
    ])
    keepName(user.name)
    if (!passGuards(ownGuards(), user.role, locale)) return null
    if (user.password_change_required) {
      goTo(pathOf('account', locale))
      return null
    }
    if (desks[name].for === 'administrator' && !user.administrator) {
      goTo(addressOf('own-page', user.role, locale))
      return null
    }
    return { user, today: clock.today }
  } catch (error) {
    if (apiErrorOf(error).kind !== 'unauthorised') throw error
    sessionEnded(locale)
    return null
  }
}
