import { z } from 'zod'
import { type Tokens, themeOf } from '#domain/theme.ts'
import type { Partner } from './partners.ts'

const Theme = z.object({
  light: z.record(z.string(), z.string()).default({}),
  dark: z.record(z.string(), z.string()).default({}),
})

/**
 * The partner's theme as a style sheet: known tokens with readable colours and lengths only,
 * whatever stands in the row.
 */
export function themeCss(partner: Pick<Partner, 'theme'>): string {
  const theme = Theme.safeParse(partner.theme)
  if (!theme.success) return ''
  const themed = (media: string, tokens: Tokens) => {
    const rules = Object.entries(tokens).map(([name, value]) => `${name}:${value}`)
    return rules.length > 0 ? `@media ${media}{:root{${rules.join(';')}}}` : ''
  }
  return (
    themed('not (prefers-color-scheme:dark)', themeOf(theme.data, 'light')) +
    themed('(prefers-color-scheme:dark)', themeOf(theme.data, 'dark'))
  )
}
