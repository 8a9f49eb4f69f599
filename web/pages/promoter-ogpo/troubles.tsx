import { useLocale, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { SaleActions } from './sale.ts'
import type { Options } from './state/answers.ts'
import type { State } from './state/state.ts'
import words from './texts.ts'

/** What stopped the last action, each of the error flags in its own words; whose row it is stands beside that row. */
export function Troubles({ state, actions, options }: { state: State; actions: SaleActions; options: Options }) {
  const t = useTexts(words)
  const locale = useLocale()
  const retry = (
    <Button size="small" look="secondary" busy={state.busy === 'calculate'} onClick={actions.calculate}>
      {t.retry}
    </Button>
  )
  const company = state.company || options.insurers[0]?.code
  const accepting = state.scoringError
    ? options.insurers.filter(({ code, acceptsBadScoring }) => acceptsBadScoring && code !== company)
    : []
  return (
    <>
      {state.scoringError ? (
        <Notice
          tone="warn"
          live
          title={state.scoringError}
          action={
            accepting.length
              ? accepting.map(({ code, name }) => (
                  <Button
                    key={code}
                    size="small"
                    look="secondary"
                    onClick={() => {
                      actions.dispatch({ type: 'term', patch: { company: code } })
                      actions.calculate()
                    }}
                  >
                    {t.otherInsurer(name[locale])}
                  </Button>
                ))
              : retry
          }
        />
      ) : null}
      {state.insurerAgeError ? (
        <Notice tone="error" live title={t.insurerAge}>
          {state.insurerAgeError}
        </Notice>
      ) : null}
      {state.driversAgeErrors.length ? (
        <Notice tone="error" live title={t.driversAge}>
          {state.driversAgeErrors.join(', ')}
        </Notice>
      ) : null}
      {state.insurerPersonCertificateError ? (
        <Notice tone="error" live title={t.certificate}>
          {state.insurerPersonCertificateError}
        </Notice>
      ) : null}
      {state.driversCheckPrivilegeError ? (
        <Notice
          tone="warn"
          live
          title={t.privilegeFailed}
          action={
            <Button size="small" look="secondary" onClick={actions.privilegesAgain}>
              {t.retry}
            </Button>
          }
        />
      ) : null}
      {state.noRequiredFieldsError ? <Notice tone="error" live title={state.noRequiredFieldsError} /> : null}
      {state.serverError ? <Notice tone="error" live title={t.serverError} action={retry} /> : null}
    </>
  )
}
