import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { routesOf } from '#contract/pages.ts'
import { feedbackForm } from '#contract/public.ts'
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

/** Fields of the contact form, and the key it is sent with. */
const Form = z.object({ ...feedbackForm.body.shape, key: FormKey })

type Shown = { typed?: Typed; errors?: FieldErrors; wait?: number | null; sent?: number }

/** Mounts our contacts, with the contact form as one a browser sends without any script. */
export function mountContact(app: FastifyInstance, deps: Deps, site: Site): void {
  for (const { locale, route } of routesOf('contact')) {
    const show = (reply: FastifyReply, shown: Shown = {}) =>
      ownPage(reply).send(site.render('contact', locale, pageData(shown)))
    app.get(route, async (_request, reply) => show(reply))
    app.post(route, async (request, reply) => {
      const typed = typedIn(request, locale)
      const form = Form.safeParse(typed, { reportInput: true })
      if (!form.success)
        return show(reply.code(422), { typed, errors: errorsOf(form.error, locale) })
      const { key, ...message } = form.data
      const number = await storeRequest(
        deps,
        { id: key, ...message, locale, kind: 'message' },
        askedFrom(request),
      )
      if (typeof number === 'object')
        return show(reply.code(429).header('retry-after', number.wait), { typed, ...number })
      if (number === 'taken')
        return show(reply.code(422), { typed, errors: { phone: fieldText('uuid', locale) } })
      return show(reply, { sent: number })
    })
  }
}

const pageData = ({ typed = {}, errors = {}, wait = null, sent }: Shown) => ({
  typed: {
    name: typed.name ?? '',
    phone: typed.phone ?? '',
    email: typed.email ?? '',
    text: typed.text ?? '',
  },
  errors,
  wait,
  key: crypto.randomUUID(),
  sent: sent ?? null,
})
