import type { Dispatch, RefObject } from 'react'
import type { ApiError } from '../../http/http.ts'
import type { Waiting } from '../../http/until-answered.ts'
import type { Action, Buyer, Form, Options, State } from './state.ts'
import type { Problem } from './wire.ts'

/** What the price and the payment of one purchase work with. */
export type Acting = {
  state: State
  /** The state as it is when an act begins or goes on. */
  latest: RefObject<State>
  dispatch: Dispatch<Action>
  options: Options
  buyer: Buyer
  wrongIn: (form: Form) => Problem[]
  refuse: (problems: Problem[]) => boolean
  fail: (apiError: ApiError) => void
  /** What can be chosen on the day that has begun meanwhile. */
  onNewDay: (options: Options) => void
  /** The same request is repeated by itself, and is over. */
  waits: { on: (waiting: Waiting) => void; over: () => void }
}
