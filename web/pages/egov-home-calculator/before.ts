import { cabinetToken } from '../../session/site-token.ts'

// Before the first paint: what a client's own terms will push away is not shown, and a home that
// the address names has its place (`web/home/calculator/`).
const { dataset } = document.documentElement
if (cabinetToken()) dataset.comes = ''
if (new URLSearchParams(location.search).has('address')) dataset.address = ''
