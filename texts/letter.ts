import { brand } from '#brand'
import { colours } from '#domain/colours.ts'
import { inEveryLanguage, type Locale, type Localized, languageTag } from '#domain/locale.ts'

/** The reader's next step: a button, or an address in plain text. */
type Action = { label: string; link: string }
/** A paragraph, facts one below the other by their names, or the one action. */
export type Block = string | readonly (readonly [name: string, value: string])[] | Action

/** Content of a letter, once: both its forms are made of it. */
export type LetterWords = { subject: string; blocks: readonly Block[] }
/** A letter as it is sent: the same words as plain text and as HTML. */
export type Letter = { subject: string; text: string; html: string }

const greeting: Localized = { kz: 'Сәлеметсіз бе!', ru: 'Здравствуйте!' }

/** A letter to a client, in every language: greeted and signed. */
export const lettersOf = (words: Localized<LetterWords>): Localized<Letter> =>
  inEveryLanguage((locale) =>
    letterOf(locale, words[locale], {
      before: [greeting[locale]],
      after: [brand.legalName[locale]],
    }),
  )

/** A letter of these words in one language, between what every letter of its kind has. */
export function letterOf(
  locale: Locale,
  { subject, blocks: said }: LetterWords,
  { before = [], after = [] }: { before?: readonly Block[]; after?: readonly Block[] } = {},
): Letter {
  const blocks = [...before, ...said, ...after]
  // Lists of letters show the first words of the letter beside the subject.
  const preview = plain(said[0] ?? '').replaceAll('\n', ', ')
  return {
    subject,
    text: blocks.map(plain).join('\n\n'),
    html: page(locale, { subject, preview, body: blocks.map(shown).join('\n') }),
  }
}

const isAction = (block: Block): block is Action => typeof block === 'object' && 'link' in block

function plain(block: Block): string {
  if (typeof block === 'string') return block
  if (isAction(block)) return `${block.label}:\n${block.link}`
  return block.map(([name, value]) => `${name}: ${value}`).join('\n')
}

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const inLines = (text: string): string => escaped(text).replaceAll('\n', '<br>\n')

const { light, dark } = colours
const font = "'Golos Text',-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
/** Programs that know no style sheet show the inline colours: the light ones. */
const styles = {
  paragraph: `margin:0 0 16px;font-size:16px;line-height:24px;color:${light.ink}`,
  facts: 'margin:0 0 16px;width:100%;border-collapse:collapse',
  name: `padding:8px 16px 8px 0;width:45%;font-size:16px;line-height:24px;font-weight:normal;text-align:left;vertical-align:top;color:${light['ink-soft']};border-top:1px solid ${light.line}`,
  value: `padding:8px 0;font-size:16px;line-height:24px;vertical-align:top;overflow-wrap:anywhere;color:${light.ink};border-top:1px solid ${light.line}`,
  ground: `margin:8px 0 24px;background:${light.brand};border-radius:10px`,
  button: `display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;text-decoration:none;color:${light['on-brand']}`,
}
/** At night only an `!important` rule overrides an inline colour. */
const byNight = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important}
.card{background:${dark.card}!important;border-color:${dark.line}!important}
.ink{color:${dark.ink}!important;border-color:${dark.line}!important}
.soft{color:${dark['ink-soft']}!important;border-color:${dark.line}!important}
.brand{color:${dark.brand}!important}
.ground{background:${dark.brand}!important}
.button{color:${dark['on-brand']}!important}
}`

function shown(block: Block): string {
  if (typeof block === 'string')
    return `<p class="ink" style="${styles.paragraph}">${inLines(block)}</p>`
  if (isAction(block))
    return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="ground" style="${styles.ground}"><a class="button" href="${escaped(block.link)}" style="${styles.button}">${escaped(block.label)}</a></td>
</tr></table>
<div style="height:24px;line-height:24px">&nbsp;</div>`
  const rows = block.map(
    ([name, value]) => `<tr>
<th scope="row" class="soft" style="${styles.name}">${escaped(name)}:</th>
<td class="ink" style="${styles.value}">${inLines(value)}</td>
</tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" border="0" style="${styles.facts}">
${rows.join('\n')}
</table>`
}

/** No picture, script or address of others: nothing in it reports that it was opened. */
const page = (
  locale: Locale,
  { subject, preview, body }: { subject: string; preview: string; body: string },
): string => `<!doctype html>
<html lang="${languageTag(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${escaped(subject)}</title>
<style>
${byNight}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${light.paper}"><tr>
<td align="center" style="padding:24px 16px;font-family:${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td class="brand" style="padding:0 0 16px;font-size:20px;line-height:28px;font-weight:700;color:${light.brand}">${escaped(brand.name[locale])}</td></tr>
<tr><td class="card" style="padding:24px 24px 8px;background:${light.card};border:1px solid ${light.line};border-radius:16px">
<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;overflow-wrap:anywhere;color:${light.ink}">${escaped(subject)}</h1>
${body}
</td></tr>
</table>
</td>
</tr></table>
</body>
</html>
`
