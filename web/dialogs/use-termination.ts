import { useState } from 'react'
import * as refusals from '#domain/refusals.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/replies.ts'
import type { TerminationReason } from './termination-reason.tsx'

type Calls<Calculation> = {
  /** What goes back, by the law's table. */
  calculate: (reason: TerminationReason) => Promise<Calculation>
  /** Words for a failure without the server's own. */
  unavailable: string
}

/**
 * Runs a termination, the client's or the promoter's: a reason, the refund calculated, a code if
 * required, ended. Errors show in `formError`.
 */
export function useTermination<Calculation, Ended>({ calculate, unavailable }: Calls<Calculation>) {
  const [reason, setReason] = useState<TerminationReason | null>(null)
  const [calculation, setCalculation] = useState<Calculation | null>(null)
  const [ended, setEnded] = useState<Ended | null>(null)
  const [formError, setFormError] = useState<string | null>(null)
  const { busy, once } = useMutation()

  const run = async (act: () => Promise<void>): Promise<void> => {
    setFormError(null)
    await once(act, (error) => setFormError(apiErrorOf(error).message || unavailable))
  }
  /** Terminates by a code; returns the code's error, any other closes its dialog. */
  const prove = async (end: () => Promise<void>, close: () => void): Promise<true | string> => {
    try {
      await end()
    } catch (error) {
      const apiError = apiErrorOf(error)
      if (apiError.kind === 'refused' && apiError.code === refusals.wrongCode)
        return apiError.message
      close()
      setFormError(apiError.message || unavailable)
    }
    return true
  }
  return {
    reason,
    calculation,
    ended,
    formError,
    busy,
    run,
    prove,
    setEnded,
    calculate: (chosen: TerminationReason): void => {
      setReason(chosen)
      void run(async () => setCalculation(await calculate(chosen)))
    },
    toReason: () => setCalculation(null),
    forgetError: () => setFormError(null),
  }
}
