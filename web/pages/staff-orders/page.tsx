import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

const orders = async () => (await import('./orders.tsx')).Orders
const oneOrder = async () => (await import('./one-order.tsx')).OneOrder

/** Orders that need somebody, or one of them: `?order=`. */
export function Component() {
  const t = useTexts(words)
  const order = useQuery().get('order')
  return (
    <Desk name="staff-orders" title={t.title}>
      {() => <Later key={order} load={order ? oneOrder : orders} />}
    </Desk>
  )
}
