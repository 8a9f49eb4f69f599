import { authTokenCookie } from '#domain/constants.ts'

// Before the first paint: what a client's own terms will push away is not shown, and a home that
// the address names has its place (`web/home/calculator/`).
const { dataset } = document.documentElement
if (document.cookie.includes(`${authTokenCookie}=Bearer`)) dataset.comes = ''
if (location.search.includes('address=')) dataset.address = ''
