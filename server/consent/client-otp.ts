import { checkClientCode, sendClientCode } from '../codes/client-code.ts'
import { handle } from '../http/route.ts'

export const sendClientOtp = handle('sendClientOtp', sendClientCode)
export const validateClientOtp = handle('validateClientOtp', checkClientCode)
