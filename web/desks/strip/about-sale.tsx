import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { MaskedNumber } from '../masked/masked-number.tsx'
import type { StaffOrder } from '../orders/order.ts'
import { SmallPlate } from '../small-plate.tsx'
import words from './about-texts.ts'
import { Strip, type StripFact } from './strip.tsx'

type Props = Pick<StaffOrder, 'order_id' | 'about'>

/** The client of an order, the car, phone and language, and the client's state by the lists. */
export function AboutSale({ order_id, about }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { holder, drivers, cars, address, phone, language, account_id, has, lists } = about
  const of = { order_id }
  const page = `${pathOf('staff-clients', locale)}?client=${account_id}`
  const [car, ...others] = cars
  const all: (StripFact | null)[] = [
    {
      label: t.client,
      value: holder ? account_id ? <a href={page}>{holder.name}</a> : holder.name : t.erased,
      below: [
        holder && cars.length > 0 ? (holder.drives ? t.drives : t.drivesNot) : '',
        t.policies(has.policies),
        t.claims(has.claims),
      ]
        .filter(Boolean)
        .join(', '),
    },
    car
      ? {
          label: t.car,
          value: <SmallPlate plate={car.plate} />,
          below: [car.name, car.year, others.length > 0 ? t.more(others.length) : '']
            .filter(Boolean)
            .join(', '),
        }
      : null,
    address ? { label: t.address, value: address } : null,
    phone ? { label: t.phone, value: <MaskedNumber of={of} what="phone" masked={phone} /> } : null,
    holder
      ? { label: t.iin, value: <MaskedNumber of={of} what="iin" masked={holder.iin} /> }
      : null,
    drivers.length > 0
      ? {
          label: t.drivers,
          value: drivers.map(({ name }) => name).join(', '),
          below: drivers.map(({ iin }) => iin).join(', '),
        }
      : null,
    { label: t.language, value: t.languages[language], below: t.languageText },
    {
      label: t.lists,
      value: (
        <>
          {lists.state === 'clear' ? <CheckIcon /> : <WarnIcon />}
          {account_id && lists.state !== 'clear' ? (
            <a href={`${pathOf('kyc', locale)}?client=${account_id}`}>
              {t.listStates[lists.state]}
            </a>
          ) : (
            t.listStates[lists.state]
          )}
        </>
      ),
      below: t.looked(almatyTime(lists.at)),
    },
  ]
  return <Strip title={t.title} facts={all.flatMap((fact) => fact ?? [])} />
}
