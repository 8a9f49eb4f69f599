import { money, useTexts } from '../../texts.ts'
import { systemWords } from '../shell/sale-texts.ts'
import type { StaffOrder } from './order.ts'
import { obstacleWords as words } from './texts.ts'

type Obstacle = NonNullable<StaffOrder['obstacle']>

/** Returns a function that describes the obstacle in one sentence of the desk. */
export function useObstacle(): (obstacle: Obstacle) => string {
  const t = useTexts(words)
  const systems = useTexts(systemWords).names
  return ({ what, system, ours, theirs }) =>
    what === 'price'
      ? t.what.price(money(ours ?? 0), money(theirs ?? 0))
      : t.what[what](system ? (systems[system] ?? system) : t.anySystem)
}
