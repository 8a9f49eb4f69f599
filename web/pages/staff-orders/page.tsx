import { brand, type Locale } from '#brand'
import { useTexts } from '../../texts.ts'
import { Desk } from '../../ui/desk.tsx'
import { useQuery } from '../../ui/query.ts'
import { OneOrder } from './one-order.tsx'
import { Orders } from './orders.tsx'
import words from './texts.ts'

export const head = (locale: Locale) => ({ title: `${words[locale].title} – ${brand.name[locale]}`, description: words[locale].title })

/** Orders that need somebody, or one of them: `?order=`. */
export function Component() {
  const t = useTexts(words)
  const order = useQuery().get('order')
  return (
    <Desk name="staff-orders" title={t.title}>
      {() => (order ? <OneOrder key={order} id={order} /> : <Orders />)}
    </Desk>
  )
}
