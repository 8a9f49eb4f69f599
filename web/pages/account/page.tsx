import type { Locale } from '#domain/locale.ts'
import { Account, type Panels } from '../../cabinet/account-tabs.tsx'
import words from '../../cabinet/texts.ts'

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** Each tab is a file of its own, loaded when it is opened. */
const panels: Panels = {
  policies: async () => (await import('../../policies/tab.tsx')).PoliciesTab,
  applications: async () => (await import('../../cabinet/applications/tab.tsx')).ApplicationsTab,
  claims: async () => (await import('../../claims/tab.tsx')).ClaimsTab,
  cards: async () => (await import('../../cabinet/cards/tab.tsx')).CardsTab,
  documents: async () => (await import('../../policies/papers/tab.tsx')).PolicyDocumentsTab,
  data: async () => (await import('../../cabinet/data/tab.tsx')).DataTab,
  password: async () => (await import('../../cabinet/password/tab.tsx')).PasswordTab,
}

/** The client's cabinet: a shell made at build, filled from the API. */
export const Component = () => <Account panels={panels} />
