import { z } from 'zod'
import { answerWith, call, done } from './call.ts'
import { Uuid } from './fields.ts'
import { ClaimId } from './staff-claims.ts'

const staff = ['staff'] as const

export const showReport = call({
  path: '/api/staff/claim/showReport',
  method: 'POST',
  may: staff,
  about: 'Shows the evaluation report to the client, or hides it.',
  body: z.strictObject({ claim_id: ClaimId, visible: z.boolean() }),
  reply: done,
})
export const UploadReportFields = z.strictObject({
  claim_id: ClaimId,
  visible: z.enum(['true', 'false'], { error: 'required' }),
})
export const uploadReport = call({
  path: '/api/staff/claim/uploadReport',
  method: 'POST',
  may: staff,
  about:
    'The evaluation report as multipart/form-data (file `report`: png, jpeg or pdf, at most 10 MB); `visible` shows it to the client at once.',
  body: UploadReportFields,
  reply: answerWith({ file_id: Uuid }),
})
