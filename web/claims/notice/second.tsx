import { useEffect, useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import page from '../way/page.module.css'
import { WayHead } from '../way/way-head.tsx'
import words from './head-texts.ts'

type Rest = typeof import('./opened.tsx').Opened

/** The page of the second driver: its head is there at once, the notice follows. */
export function Second() {
  const t = useTexts(words)
  const locale = useLocale()
  const [Opened, setOpened] = useState<Rest>()
  // The page is made without it: React's `lazy` cannot be made at build.
  useEffect(() => {
    import('./opened.tsx').then(
      ({ Opened: part }) => setOpened(() => part),
      () => {},
    )
  }, [])
  return (
    <div className={page.page}>
      <WayHead at="where" plate={null} back={pathOf('index', locale)} />
      {Opened ? (
        <Opened />
      ) : (
        <div>
          <h1>{t.title}</h1>
          <p>{t.lead}</p>
        </div>
      )}
    </div>
  )
}
