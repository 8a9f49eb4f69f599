import { createContext } from 'react'

/**
 * Whether the frame around a part tells at this moment that the device has no connection; the part
 * then waits in silence.
 */
export const ConnectionToldContext = createContext(false)
