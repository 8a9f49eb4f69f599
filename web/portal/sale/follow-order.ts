import { useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { askAnew } from '../../http/replies.ts'
import { isOver, type Progress } from '../../sale/phase.ts'
import { useFollowed } from '../../sale/use-followed.ts'
import { portal } from '../portal.ts'
import type { SaleActions } from './sale.ts'
import type { SetAnswer } from './state/answers.ts'
import type { State } from './state/state.ts'

/** After so long without a word of the stream the order is asked about, and again each time. */
const silentMs = 10_000

type Paid = Reply<'checkOrderPaid'>['data']['status']
/** What two calls say of an order: steps 6 and 7 of the flow (specification, section 4). */
export type Answers = { paid: Paid; set: SetAnswer }
export type Standing = Pick<Progress, 'state' | 'paid' | 'set'>

/**
 * How the order stands: as its stream tells, and by the answers while there is none or it is
 * silent.
 */
export function standingOf(
  progress: Standing | null,
  answers: { paid: Paid; set: Pick<SetAnswer, 'state' | 'status'> } | null,
  silent: boolean,
): Standing | null {
  if (progress && !(silent && answers)) return progress
  return answers
    ? { state: answers.set.state, paid: answers.paid, set: answers.set.status }
    : progress
}

/** Nothing more is to be asked: the policy and its papers are there, or the order is over. */
export const isSettled = ({ status, state, files }: SetAnswer): boolean =>
  (status === 'issued' && Object.keys(files ?? {}).length === papers) ||
  ['refunded', 'cancelled', 'expired'].includes(state)
const papers = 4

/**
 * Asks at once, with each word, and whenever nothing was said for so long, until there is nothing
 * more to ask. What had no answer is asked again the same way.
 */
export function askBeside(
  ask: () => Promise<boolean>,
  onSilent: (silent: boolean) => void,
  signal: AbortSignal,
): () => void {
  let over = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    void ask().then(
      (settled) => {
        over ||= settled
      },
      () => {},
    )
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (over || signal.aborted) return
      onSilent(true)
      look()
    }, silentMs)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  look()
  return () => {
    onSilent(false)
    look()
  }
}

/** The stream of the order tells when to ask for payment and policy; its silence does so too. */
export function useOrder({ orderId, orderKey }: State, { dispatch }: SaleActions) {
  const [answers, setAnswers] = useState<Answers | null>(null)
  const [silent, setSilent] = useState(false)
  const ask = async (orderId: string, signal: AbortSignal): Promise<boolean> => {
    const [set, paid] = await Promise.all([
      portal('promoterCheckOrderSet', { orderId }, { signal }),
      portal('checkOrderPaid', { orderId }, { signal }),
    ])
    dispatch({ type: 'set-state', answer: set.data })
    if (set.data.status === 'issued') void askAnew(['promoterDay'])
    setAnswers({ paid: paid.data.status, set: set.data })
    if (!orderKey) dispatch({ type: 'ordered', orderId, orderKey: set.data.key })
    return isSettled(set.data)
  }
  const { progress, restart } = useFollowed({ id: orderId, key: orderKey }, isOver, (signal) =>
    askBeside(() => ask(orderId ?? '', signal), setSilent, signal),
  )
  return {
    progress,
    set: answers?.set ?? null,
    standing: standingOf(progress, answers, silent),
    restart,
  }
}
