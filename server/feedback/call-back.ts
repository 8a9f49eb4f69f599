import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { Phone } from '#contract/fields.ts'
import { routesOf } from '#contract/pages.ts'
import { almatyDay } from '#domain/calendar.ts'
import { beginOf, callSlots, endOf, slotOf, slotValue } from '#domain/call-back.ts'
import type { Locale } from '#domain/locale.ts'
import { fieldText } from '#texts/fields.ts'
import type { Deps } from '../deps.ts'
import { askedFrom } from '../http/address.ts'
import {
  errorsOf,
  type FieldErrors,
  FormKey,
  ownPage,
  type Typed,
  typedIn,
} from '../http/html-form.ts'
import type { Site } from '../http/site.ts'
import { storeRequest } from './requests.ts'

/** As soon as possible. */
const SOON = 'soon'

const Form = z.object({
  phone: Phone,
  name: z.string().trim().max(100, { error: 'invalid' }).default(''),
  time: z.string({ error: 'call_time' }),
  key: FormKey,
})

type Shown = {
  typed?: Typed
  errors?: FieldErrors
  wait?: number | null
  sent?: { number: number; phone: string; time: string }
}

/** «Call me back»: a form that works without a script and ends at the contact desk. */
export function mountCallBack(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('call-back')) {
    const show = (reply: FastifyReply, shown: Shown = {}) =>
      ownPage(reply).send(site.render('call-back', locale, pageData(deps.clock.now(), shown)))
    app.get(route, async (_request, reply) => show(reply))
    app.post(route, async (request, reply) => {
      const typed = typedIn(request, locale)
      const form = checked(typed, deps.clock.now(), locale)
      if ('errors' in form) return show(reply.code(422), { typed, errors: form.errors })
      const { slot, time, phone, name, key } = form
      const number = await storeRequest(
        deps,
        {
          id: key,
          name,
          phone,
          email: '',
          locale,
          kind: 'call_back',
          call_from: slot ? beginOf(slot) : deps.clock.now(),
          call_until: slot ? endOf(slot) : null,
        },
        askedFrom(request),
      )
      if (typeof number === 'object')
        return show(reply.code(429).header('retry-after', number.wait), { typed, ...number })
      if (number === 'taken')
        return show(reply.code(422), { typed, errors: { phone: fieldText('uuid', locale) } })
      return show(reply, { sent: { number, phone, time } })
    })
  }
}

function checked(typed: Typed, now: Date, locale: Locale) {
  const form = Form.safeParse(typed, { reportInput: true })
  const time = typed.time ?? ''
  const slot = slotOf(time, now)
  const late = !slot && time !== SOON
  if (!form.success || late)
    return {
      errors: {
        ...(form.success ? {} : errorsOf(form.error, locale)),
        ...(late ? { time: fieldText('call_time', locale) } : {}),
      },
    }
  return { ...form.data, slot, time }
}

/** The page's data: the slots available now, and the typed values. */
const pageData = (now: Date, { typed = {}, errors = {}, wait = null, sent }: Shown) => ({
  today: almatyDay(now),
  slots: callSlots(now).map((slot) => ({ ...slot, value: slotValue(slot) })),
  typed: { phone: typed.phone ?? '', name: typed.name ?? '', time: typed.time ?? SOON },
  errors,
  wait,
  key: crypto.randomUUID(),
  sent: sent ?? null,
})
