import { useEffect, useState } from 'react'
import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import words from './desk-texts.ts'
import styles from './list.module.css'
import type { Asked } from './views.ts'

const EVERY_MS = 30_000

type Props = { asked: Asked; shown: readonly { order_id: string }[]; onShow: () => void }

/** New rows wait behind their number: nothing jumps under the hand of whoever reads. */
export function NewRows({ asked, shown, onShow }: Props) {
  const t = useTexts(words)
  const [ids, setIds] = useState<readonly string[]>([])
  // Outside React: the server, asked quietly while the page is seen.
  useEffect(() => {
    const stop = new AbortController()
    const timer = setInterval(() => {
      if (document.hidden) return
      ask('staffOrders', asked, { signal: stop.signal }).then(
        ({ data }) => setIds(data.orders.map(({ order_id }) => order_id)),
        () => {},
      )
    }, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [asked])
  const known = new Set(shown.map(({ order_id }) => order_id))
  const fresh = ids.filter((id) => !known.has(id)).length
  return (
    <div role="status" className={styles.fresh}>
      {fresh > 0 ? (
        <button type="button" onClick={onShow}>
          {t.fresh(fresh)}
        </button>
      ) : null}
    </div>
  )
}
