import { z } from 'zod'
import { answer, call } from './call.ts'

const staff = ['staff'] as const

/**
 * Files of one form: `file`, and for a list of the financial monitoring agency also `included` and
 * `excluded`.
 */
export const listFileFields = ['file', 'included', 'excluded'] as const
export const listFileMaxBytes = 30 * 1024 * 1024
export const uploadList = call({
  path: '/api/kyc/uploadList',
  method: 'POST',
  may: staff,
  about:
    'A list file brought by hand, as multipart/form-data: the publisher’s own XML, checked as over HTTP. What it adds holds at once; `leaving` names that it leaves out stay until a second person signs (`kycSignList`). 14078 with data.reason when it is not taken; the version in force stays.',
  body: z.strictObject({
    list: z.string({ error: 'required' }).min(1, { error: 'required' }).max(40),
  }),
  reply: answer(z.object({ outcome: z.enum(['new', 'same']), entries: z.int(), leaving: z.int() })),
})
