import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'
import type { order } from '#contract/ogpo-order.ts'
import type { calculate, order as promoterOrder } from '#contract/promoter.ts'

/** Every field of a body has to be named, one that is not sent as well. */
export type Named<Value> = Value extends readonly (infer Item)[]
  ? readonly Named<Item>[]
  : Value extends object
    ? { [Key in keyof Required<Value>]: Named<Value[Key]> }
    : Value

/** A sale as the contract sends it. */
export type SaleBody = Omit<z.input<typeof CalculateBody>, 'operation'>
/**
 * Id and position of a calculation; the door adds the seller. `consentRequired`: 1414 asks
 * everyone.
 */
export type Operation = Omit<
  Named<
    z.input<(typeof calculate)['body']>['operation'] & z.input<typeof CalculateBody>['operation']
  >,
  'agentIin'
>
/** Fields of an order by any seller; its flow is the site's door. */
export type OrderField =
  | Exclude<keyof z.input<(typeof order)['body']>, 'flow'>
  | keyof z.input<(typeof promoterOrder)['body']>
