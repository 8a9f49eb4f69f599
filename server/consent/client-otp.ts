import { checkClientCode, sendClientCode } from '../client-code.ts'
import { handle } from '../route.ts'

export const sendClientOtp = handle('sendClientOtp', sendClientCode)
export const validateClientOtp = handle('validateClientOtp', checkClientCode)
