import { useSyncExternalStore } from 'react'
import { pathOf } from '#contract/pages.ts'
import { flowName } from '../../flow.ts'
import { useLocale } from '../../texts.ts'
import { keptTypedCar } from '../../typed-car.ts'
import { RoadBar, RoadHead } from '../../world/road-head.tsx'

/** The stops in their order. */
const stops = ['car', 'person', 'code', 'review'] as const

export type WayProps = {
  at: (typeof stops)[number]
  /** State number of the car that is bought for; without it the one typed in this tab. */
  plate?: string | undefined
  /** An address, or what to do; without it the stop before. */
  back?: string | (() => void) | undefined
  /**
   * Back, plate and call above the road. A page with a frame of its own (the government's sign-in,
   * a partner) shows only the road.
   */
  bar?: boolean | undefined
}

/** Head of every page of a purchase: the road of its four stops. */
export function Way({ bar = flowName() === 'site', ...way }: WayProps) {
  return (
    <RoadHead now={stops.indexOf(way.at) + 1} of={stops.length}>
      {bar ? <Bar {...way} /> : null}
    </RoadHead>
  )
}

function Bar({ at, plate, back }: Omit<WayProps, 'bar'>) {
  const locale = useLocale()
  const typed = useTypedPlate()
  return (
    <RoadBar
      plate={at === 'car' ? null : plate || typed || undefined}
      back={back ?? pathOf(at === 'person' ? 'ogpo-calculator' : 'index', locale)}
    />
  )
}

/** State number typed in this tab; empty without one, null before that can be known. */
export const useTypedPlate = (): string | null =>
  useSyncExternalStore(unchanging, typedPlate, () => null)

/** The typed plate changes only in this tab, not while the page is open. */
const unchanging = () => () => {}
const typedPlate = (): string => keptTypedCar()?.plate ?? ''
