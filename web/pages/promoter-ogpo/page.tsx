import { lazy } from 'react'
import type { Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Portal } from '../promoter/frame.tsx'
import words from './head-texts.ts'

/** Loaded once the promoter is known. */
const Desk = lazy(() => import('./desk.tsx').then((module) => ({ default: module.Desk })))

export const head = (locale: Locale) => ({
  title: words[locale].title,
  description: words[locale].description,
})

/** The selling screen. */
export function Component() {
  const { title } = useTexts(words)
  return (
    <Portal name="promoter-ogpo" title={title}>
      {(user) => <Desk user={user} />}
    </Portal>
  )
}
