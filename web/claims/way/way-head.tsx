import { RoadBar, RoadHead } from '../../world/road-head.tsx'

/** The stops of a claim in their order. */
export const stops = ['what', 'where', 'photographs', 'damage', 'papers'] as const
export type Stop = (typeof stops)[number]

type Props = {
  /** Null when the claim is sent: the road is behind. */
  at: Stop | null
  plate: string | null
  /** An address, or what to do. */
  back: string | (() => void)
}

/** Head of a claim: the road of its five stops. */
export function WayHead({ at, plate, back }: Props) {
  return (
    <RoadHead now={at ? stops.indexOf(at) + 1 : 0} of={stops.length}>
      <RoadBar plate={plate} back={back} />
    </RoadHead>
  )
}
