import { siteToken } from '../../session/site-token.ts'

// Before the first paint: whoever has proved who they are sees where the review will stand, and not
// the first stop, until the page's own script has come (`calculator.module.css`).
if (siteToken()) document.documentElement.dataset.buyer = ''
