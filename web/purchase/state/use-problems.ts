import type { Dispatch } from 'react'
import { fieldText } from '#texts/fields.ts'
import { useLocale, useTexts } from '../../texts.ts'
import words from '../purchase-texts.ts'
import type { Action, Buyer, Form, Options } from './state.ts'
import { type Problem, problemsOf } from './wire.ts'

/**
 * What is wrong before anything is sent, said at each field in words. `more`: what a page demands
 * beyond the common checks; of a field it names, nothing else is said.
 */
export function useProblems(
  options: Options,
  buyer: Buyer,
  dispatch: Dispatch<Action>,
  more: (form: Form) => Problem[],
) {
  const t = useTexts(words)
  const locale = useLocale()
  const worded = (name: string): string => {
    if (name in t.problems) return t.problems[name as keyof typeof t.problems] // just looked for
    return name === 'accept_terms' ? t.needAccept : fieldText(name, locale)
  }
  return {
    wrongIn(form: Form): Problem[] {
      const own = more(form)
      const named = new Set(own.map(({ field }) => field))
      const common = problemsOf(form, buyer.phone, options.today)
      return [...own, ...common.filter(({ field }) => !named.has(field))]
    },
    /** Whether something is wrong: then it is shown. */
    refuse(problems: Problem[]): boolean {
      if (problems.length === 0) return false
      const errors = problems.map(({ field, key }) => ({ field, message: worded(key) }))
      dispatch({ type: 'wrong', errors })
      return true
    },
  }
}
