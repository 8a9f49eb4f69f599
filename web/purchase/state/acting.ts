import type { ApiError } from '../../http/http.ts'
import type { Waiting } from '../../http/until-answered.ts'
import type { PositionError } from '../../position.ts'
import type { Problem } from '../../sale/model/wire.ts'
import type { Store } from '../../sale/store.ts'
import type { Action, Form, Options, State } from './state.ts'

/** What the page of a purchase knows beside what is bought. */
export type Page = {
  /** What can be chosen on the day the page knows of. */
  options: Options
  /**
   * The same request is repeated by itself: a duplicate in so many seconds, or one that goes on
   * behind slow outside systems.
   */
  waiting: { seconds: number } | 'goes-on' | null
  /** The bank's page of a card payment, while the browser goes there. */
  bankPage: string | null
  position: PositionError | 'asking' | null
  /** The person allowed this site the position before. */
  granted: boolean
  /** The price is wanted and waits for a register that is asked at this moment. */
  wanted: boolean
}

/** What the price and the payment of one purchase work with. */
export type Acting = {
  store: Store<State, Action>
  page: Store<Page, Partial<Page>>
  wrongIn: (form: Form) => Problem[]
  /** Whether something is wrong: then it is shown. */
  refuse: (problems: Problem[]) => boolean
  fail: (apiError: ApiError) => void
  /** What can be chosen on the day that has begun meanwhile. */
  onNewDay: (options: Options) => void
  onWait: (waiting: Waiting) => void
}
