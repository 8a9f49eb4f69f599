import { createContext } from 'react'

/**
 * True while the surrounding frame shows that the device is offline; the part then waits silently.
 */
export const ConnectionToldContext = createContext(false)
