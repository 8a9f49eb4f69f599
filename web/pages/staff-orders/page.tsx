import { brand } from '#brand'
import type { Locale } from '#domain/locale.ts'
import { StaffConsole } from '../../desks/desk.tsx'
import { desks } from '../../desks/desks.ts'
import { useLocale } from '../../texts.ts'
import { Later } from '../../ui/loaded.tsx'
import { useQuery } from '../../ui/query.ts'

const { title } = desks['staff-orders']

export const head = (locale: Locale) => ({
  title: `${title[locale]} – ${brand.name[locale]}`,
  description: title[locale],
})

const orders = async () => (await import('../../desks/orders/orders.tsx')).Orders
const contract = async () => (await import('../../desks/orders/contract.tsx')).Contract

/**
 * Orders that need somebody with one of them beside the list (`?order=`), or the contract it
 * belongs to (`?contract=`).
 */
export function Component() {
  const ofContract = useQuery().get('contract')
  return (
    <StaffConsole name="staff-orders" title={title[useLocale()]}>
      {() => <Later key={`contract ${ofContract ?? ''}`} load={ofContract ? contract : orders} />}
    </StaffConsole>
  )
}
