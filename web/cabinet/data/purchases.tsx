import { useState } from 'react'
import { brand } from '#brand'
import { formatPhone } from '#domain/phone.ts'
import { productOfKind } from '#domain/products.ts'
import { LegalDialog, type LegalName } from '../../dialogs/legal.tsx'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReply } from '../../http/replies.ts'
import { onSiteByKind } from '../../products.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { longMoment } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import page from '../cabinet.module.css'
import styles from './purchases.module.css'
import words from './texts.ts'

type Purchase = Reply<'cabinetPurchases'>['data'][number]
type Payment = Purchase['payments'][number]

/** Purchases: a receipt of each payment, and the texts as of that day. */
export function Purchases() {
  const t = useTexts(words)
  const loading = useReply(ask, 'cabinetPurchases', {})
  const [receipt, setReceipt] = useState<{ of: Purchase; payment: Payment } | null>(null)
  const [terms, setTerms] = useState<Purchase | null>(null)
  const when = useWhen()
  const nameOf = (of: Purchase) => of.global_id ?? of.number
  return (
    <Card title={t.purchases}>
      <p className={page.soft}>{t.purchasesText}</p>
      <Loaded loading={loading} value={loading.value}>
        {(list) =>
          list.length === 0 ? (
            <p className={page.gap}>{t.noPurchases}</p>
          ) : (
            <ul>
              {list.map((of) => (
                <li key={of.order_id} className={page.row}>
                  <div className={page.words}>
                    <h3>
                      {t.purchaseKinds[of.kind]} · {nameOf(of)}
                    </h3>
                    <p className={page.soft}>
                      {of.payments.length === 0
                        ? t.nothingPaid
                        : of.payments
                            .map(({ amount, paidAt }) => `${money(amount)} · ${when(paidAt)}`)
                            .join('; ')}
                    </p>
                  </div>
                  <div className={styles.links}>
                    {of.payments.map((payment) => (
                      <Button
                        key={payment.id}
                        variant="quiet"
                        size="small"
                        aria-label={`${t.receiptOf(nameOf(of))}, ${money(payment.amount)}`}
                        onClick={() => setReceipt({ of, payment })}
                      >
                        {t.receipt}
                      </Button>
                    ))}
                    <Button
                      variant="quiet"
                      size="small"
                      aria-label={t.termsOf(nameOf(of))}
                      onClick={() => setTerms(of)}
                    >
                      {t.terms}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {receipt ? <Receipt {...receipt} onClose={() => setReceipt(null)} /> : null}
      {terms ? <Terms of={terms} onClose={() => setTerms(null)} /> : null}
    </Card>
  )
}

/** A policy of OGPO is named by its number. */
const isOfPolicy = (of: Purchase): of is Purchase & { global_id: string } =>
  of.global_id !== null && productOfKind(of.kind) === 'ogpo'

/** A printable receipt: payee, subject, sum, payment, and refunds. */
function Receipt({
  of,
  payment,
  onClose,
}: {
  of: Purchase
  payment: Payment
  onClose: () => void
}) {
  const t = useTexts(words)
  const locale = useLocale()
  const when = useWhen()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.receiptTitle}
      closeLabel={t.close}
      className={styles.receipt}
      actions={
        <Button variant="secondary" onClick={() => print()}>
          {t.print}
        </Button>
      }
    >
      <Facts
        facts={[
          { label: t.sum, value: <strong>{money(payment.amount)}</strong> },
          { label: t.paidAt, value: when(payment.paidAt) },
          {
            label: t.way,
            value: [t.ways[payment.system], payment.phone && formatPhone(payment.phone)]
              .filter(Boolean)
              .join(', '),
          },
          { label: t.payment, value: payment.outside_id ?? payment.id },
          ...(payment.receipt
            ? [
                {
                  label: t.fiscal,
                  value: payment.receipt.url ? (
                    <a href={payment.receipt.url} rel="external">
                      {payment.receipt.number}
                    </a>
                  ) : (
                    payment.receipt.number
                  ),
                },
              ]
            : []),
          {
            label: t.product,
            value: isOfPolicy(of) ? t.productOf(of.global_id) : t.purchaseKinds[of.kind],
          },
          ...(of.address ? [{ label: t.home, value: of.address }] : []),
          { label: t.order, value: of.number },
          { label: t.insurer, value: of.insurer },
          {
            label: onSiteByKind(of.kind).monthly ? t.monthly : t.premium,
            value: money(of.insurance_premium),
          },
          { label: t.commissionOf, value: money(of.commission) },
          ...(of.ogpo_plus_premium > 0
            ? [{ label: 'ОГПО+', value: money(of.ogpo_plus_premium) }]
            : []),
          { label: t.seller, value: `${brand.legalName[locale]}, ${t.bin} ${brand.bin}` },
          ...payment.refunds.map((refund) => ({
            label: t.refunded,
            value: `${money(refund.amount)} · ${refund.doneAt ? when(refund.doneAt) : t.refundDue}`,
          })),
        ]}
      />
    </Dialog>
  )
}

function Terms({ of, onClose }: { of: Purchase; onClose: () => void }) {
  const t = useTexts(words)
  const when = useWhen()
  const [reading, setReading] = useState<{ name: LegalName; version: string } | null>(null)
  return (
    <>
      <Dialog open onClose={onClose} title={t.termsTitle} closeLabel={t.close}>
        <p className={page.soft}>{t.accepted(when(of.acceptedAt))}</p>
        <ul>
          {of.texts.map((text) => (
            <li key={text.name} className={page.row}>
              <div className={page.words}>
                <h3>{t.legal[text.name]}</h3>
                <p className={page.soft}>{t.versionOf(text.version)}</p>
              </div>
              <Button
                variant="quiet"
                size="small"
                aria-label={`${t.read}: ${t.legal[text.name]}`}
                onClick={() => setReading(text)}
              >
                {t.read}
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
      <LegalDialog
        name={reading?.name ?? null}
        {...(reading ? { version: reading.version } : {})}
        onClose={() => setReading(null)}
      />
    </>
  )
}

function useWhen(): (instant: string) => string {
  const locale = useLocale()
  return (instant) => longMoment(locale, instant)
}
