import { upToDate } from '../../sale/draft.ts'
import { emptyDriver } from '../../sale/model/sale.ts'
import { dropPurchaseToken } from '../../session/purchase-token.ts'
import { fromTo, useLocale, useTexts } from '../../texts.ts'
import { Card } from '../../ui/card.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Loaded, useLoading } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { plateWords } from '../../ui/plate-words.ts'
import { buy } from '../calls.ts'
import { loadDraft } from '../state/draft.ts'
import { reduce } from '../state/reduce.ts'
import {
  type Buyer,
  type Form,
  formOf,
  newForm,
  type Options,
  type OwnPolicy,
  stateOf,
} from '../state/state.ts'
import styles from './add-drivers.module.css'
import { isDraftOf, namedIn } from './check.ts'
import { DriversForm } from './drivers-form.tsx'
import words from './texts.ts'

type Ready = { policy: OwnPolicy; options: Options; buyer: Buyer; form: Form }

/** What the law makes of the wish, the policy as it stands, and the form. */
export function AddDrivers({ globalId }: { globalId: string }) {
  const t = useTexts(words)
  const locale = useLocale()
  const loading = useLoading((signal) => prepare(globalId, signal))
  return (
    <Loaded loading={loading} value={loading.value}>
      {(ready) => (
        <>
          <Notice tone="info" title={t.law}>
            <p>{t.lawText}</p>
          </Notice>
          <ol className={styles.how} aria-label={t.how}>
            {[t.steps.count, t.steps.pay, t.steps.issue].map((step, at) => (
              <li key={step.title}>
                <span className={styles.number} aria-hidden="true">
                  {at + 1}
                </span>
                <div>
                  <h2>{step.title}</h2>
                  <p>{step.text}</p>
                </div>
              </li>
            ))}
          </ol>
          <Card title={t.policy}>
            <Facts
              facts={[
                { label: t.number, value: ready.policy.globalId },
                {
                  label: t.cars,
                  value: ready.policy.cars
                    .map(
                      ({ registrationNumber, name }) =>
                        `${plateWords(registrationNumber)} · ${name}`,
                    )
                    .join('; '),
                },
                {
                  label: t.period,
                  value: fromTo(locale, ready.policy.dateStart, ready.policy.dateEnd),
                },
                {
                  label: t.present,
                  value: ready.policy.insureds.map(({ name }) => name).join(', '),
                },
              ]}
            />
          </Card>
          <DriversForm {...ready} />
        </>
      )}
    </Loaded>
  )
}

/**
 * The policy as the form of its reissue with one new row; a draft of the same policy goes on. The
 * client of the cabinet buys, nobody else.
 */
async function prepare(globalId: string, signal: AbortSignal): Promise<Ready> {
  dropPurchaseToken()
  const [{ data: options }, { data: policy }] = await Promise.all([
    buy('ogpoOptions', {}, { signal }),
    buy('ogpoGetPolicy', { globalId }, { signal }),
  ])
  const { buyer } = options
  if (!buyer) throw new Error('a token that proves no buyer')
  const newId = () => crypto.randomUUID()
  const fresh = newForm(buyer, options, newId())
  const draft = loadDraft(buyer.iin)
  const kept =
    draft && isDraftOf(draft, policy)
      ? {
          ...upToDate(draft, fresh.term, options),
          policyholder: { ...draft.policyholder, phone: buyer.phone },
        }
      : null
  const form =
    kept ??
    formOf(
      reduce(stateOf(fresh), {
        type: 'prefilled',
        policy,
        kind: 'reissue',
        today: options.today,
        newId,
      }),
    )
  return { policy, options, buyer, form: withRow(form, namedIn(policy).length) }
}

/** At least one new row stands open. `named`: rows of those whom the policy names. */
function withRow(form: Form, named: number): Form {
  const drivers =
    form.drivers.length > named ? form.drivers : [...form.drivers, emptyDriver(crypto.randomUUID())]
  return { ...form, drivers }
}
