import { useSyncExternalStore } from 'react'

/** The system's theme, or one chosen for the desks of this device. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const kept = 'qorgan.theme'
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const chosen = (): Theme => {
  try {
    return themes.find((one) => one === localStorage.getItem(kept)) ?? 'system'
  } catch {
    return 'system'
  }
}
const show = (theme: Theme): void => {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
}

if (typeof document !== 'undefined') show(chosen())

/** Returns the theme of the desks and a function that switches to the next one. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore(listen, chosen, () => 'system' as const)
  const next = () => {
    const after = themes[(themes.indexOf(chosen()) + 1) % themes.length] ?? 'system'
    show(after)
    try {
      localStorage.setItem(kept, after)
    } catch {
      return // storage switched off: the theme is that of this page alone
    }
    for (const listener of listeners) listener()
  }
  return [theme, next]
}
