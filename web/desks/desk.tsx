import { type ReactNode, useState } from 'react'
import { brand } from '#brand'
import { type PageName, pathOf } from '#contract/pages.ts'
import { type Locale, languageNames, languageTag, locales } from '#domain/locale.ts'
import { languageCookieSeconds } from '../constants.ts'
import { api, type Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { goTo } from '../navigation.ts'
import { page } from '../pages.ts'
import { addressOf } from '../session/guards.ts'
import { cabinetToken, passGuards, sessionEnded, signOut } from '../session/session.ts'
import { keepName } from '../session/who.ts'
import { useLocale, useTexts } from '../texts.ts'
import { Loaded, useLoading } from '../ui/loaded.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import styles from './desk.module.css'
import words from './desk-texts.ts'
import { type DeskName, desks } from './desks.ts'

type User = Reply<'cabinetUser'>['data']
/** Who sits at the desk, and today by the server's clock (a day of Almaty). */
type StaffVisit = { user: User; today: string }

const names = Object.keys(desks) as DeskName[] // the keys of the table
/** A staff administrator has the staff's desks as well. */
const desksOf = ({ role, administrator }: User): DeskName[] =>
  names.filter((name) => {
    const { for: whose } = desks[name]
    return whose === role || (whose === 'administrator' && role === 'staff' && administrator)
  })

type Props = { name: DeskName; title: string; children: (at: StaffVisit) => ReactNode }

/**
 * The frame of every desk: who is here, the other desks, language, the way out; `children` is drawn
 * once the person is known and the page's guards let them in. Stands in the layout `empty`.
 */
export function StaffConsole({ name, title, children }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading((signal) => whoIsHere(name, locale, signal))
  return (
    <div className={styles.desk}>
      <a className={styles.skip} href="#desk">
        {t.skip}
      </a>
      <Head name={name} user={loading.value?.user ?? null} />
      <h1 className={styles.title}>{title}</h1>
      <ToastRegion label={t.messages} closeLabel={t.close}>
        <section id="desk" className={styles.content} aria-label={title} tabIndex={-1}>
          <Loaded loading={loading} value={loading.value}>
            {children}
          </Loaded>
        </section>
      </ToastRegion>
    </div>
  )
}

/** Null when the page is already leaving: nobody signed in, or somebody whose desk this is not. */
async function whoIsHere(
  name: DeskName,
  locale: Locale,
  signal: AbortSignal,
): Promise<StaffVisit | null> {
  const token = cabinetToken()
  if (!token) {
    passGuards(page(name).guards, null, locale)
    return null
  }
  try {
    const [{ data: user }, { data: clock }] = await Promise.all([
      api('cabinetUser', {}, { token, signal }),
      api('clock', {}, { signal }),
    ])
    keepName(user.name)
    if (!passGuards(page(name).guards, user.role, locale)) return null
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

/** Loaded when it is asked for: a desk's first load is small. */
const logOutDialog = async () => (await import('../dialogs/log-out.tsx')).LogOutDialog

function Head({ name, user }: { name: DeskName; user: User | null }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [leaving, setLeaving] = useState<{
    Dialog: Awaited<ReturnType<typeof logOutDialog>>
    busy: boolean
  } | null>(null)
  const leave = async () => {
    const Dialog = await logOutDialog()
    setLeaving({ Dialog, busy: false })
  }
  const logOut = async () => {
    setLeaving((now) => now && { ...now, busy: true })
    // Errors are ignored (specification, section 7): the token is forgotten here in any case.
    await ask('cabinetLogout', {}).catch(() => {})
    signOut(locale)
  }
  return (
    <header>
      <div className={styles.bar}>
        <a
          className={styles.logo}
          href={pathOf('index', locale)}
          aria-label={`${brand.name[locale]}, ${t.home}`}
        >
          <LogoMark className={styles.mark} />
          <span>{brand.name[locale]}</span>
        </a>
        {user ? (
          <span className={styles.who}>
            {user.surname} {user.name}
          </span>
        ) : null}
        <Languages name={name} label={t.language} />
        <button type="button" className={styles.out} onClick={() => void leave()}>
          {t.logOut}
        </button>
      </div>
      <nav className={styles.menu} aria-label={t.menu}>
        <ul>
          {(user ? desksOf(user) : [name]).map((desk) => (
            <li key={desk}>
              <a
                href={pathOf(desk, locale)}
                aria-current={desk === name ? 'page' : undefined}
                ref={desk === name ? (link) => intoView(link) : undefined}
              >
                {desks[desk].title[locale]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {leaving ? (
        <leaving.Dialog
          open
          busy={leaving.busy}
          onLogOut={() => void logOut()}
          onStay={() => setLeaving(null)}
        />
      ) : null}
    </header>
  )
}

/** The same desk in the other language, with what its address asks for. */
function Languages({ name, label }: { name: PageName; label: string }) {
  const current = useLocale()
  return (
    <nav aria-label={label} className={styles.languages}>
      {locales.map((locale) => (
        <a
          key={locale}
          href={pathOf(name, locale)}
          lang={languageTag(locale)}
          hrefLang={languageTag(locale)}
          aria-current={locale === current ? 'true' : undefined}
          onClick={({ currentTarget }) => {
            // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
            document.cookie = `lang=${locale}; Path=/; Max-Age=${languageCookieSeconds}; SameSite=Lax`
            currentTarget.search = location.search
          }}
        >
          <span aria-hidden="true">{languageNames[locale].short}</span>
          <span className="visually-hidden">{languageNames[locale].whole}</span>
        </a>
      ))}
    </nav>
  )
}

/** The chosen part of a menu that scrolls sideways is in sight. */
const intoView = (link: HTMLElement | null) => {
  const list = link?.closest('ul')
  if (link && list && list.scrollWidth > list.clientWidth)
    list.scrollLeft = link.offsetLeft - list.offsetLeft - 16
}
