import { type Locale, languageTag } from '#domain/locale.ts'
import type { Person, SandboxAnswer } from '../sandbox-kit.ts'
import { words } from './sandbox-words.ts'

/**
 * The provider's own page: who signs in. Instead of a password a list of people; a plain form, no
 * script.
 */
export const modes = ['person', 'organisation', 'no_phone', 'flat'] as const
export type Mode = (typeof modes)[number]

export function choosePage(
  people: readonly Person[],
  locale: Locale,
  unknown = false,
): SandboxAnswer {
  const t = words[locale]
  const rows = people.map(
    (person) =>
      `<button name="iin" value="${person.iin}" formnovalidate><span>${html(`${person.surname} ${person.name} ${person.patronymic}`.trim())}</span><small>${person.iin}</small></button>`,
  )
  const choices = modes.map(
    (mode) =>
      `<label class="choice"><input type="radio" name="mode" value="${mode}"${mode === 'person' ? ' checked' : ''}>${t.modes[mode]}</label>`,
  )
  return page(
    locale,
    t.title,
    `<p class="note">${t.note}</p><form method="post"><fieldset><legend>${t.as}</legend>${choices.join('')}</fieldset>
    ${unknown ? `<p class="error" role="alert">⚠ ${t.unknown}</p>` : ''}
    <label>${t.iin}<input name="typed" inputmode="numeric" maxlength="12"></label>
    <button>${t.enter}</button><button class="quiet" name="refuse" value="1">${t.refuse}</button>
    <h2>${t.people}</h2><div class="people">${rows.join('')}</div></form>`,
  )
}

export const badRequestPage = (locale: Locale): SandboxAnswer =>
  page(locale, words[locale].bad, '', 400)

const html = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const page = (locale: Locale, title: string, body: string, status = 200): SandboxAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="${languageTag(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${html(title)}</title><style>${style}</style></head>
<body><header><strong>Sandbox IDP</strong></header><main><h1>${html(title)}</h1>${body}</main></body></html>`,
})

const style = `*{box-sizing:border-box}body{margin:0;min-height:100dvh;background:#e8f0f7;color:#12202e;font:17px/1.45 system-ui,sans-serif;display:flex;flex-direction:column;align-items:center}
header,main{width:100%;max-width:34rem;padding:1rem 1.25rem}main{background:#fff;border-radius:16px;padding-block:1.5rem;margin-bottom:2rem}h1{font-size:1.5rem;line-height:1.15;margin:0 0 .75rem}h2{font-size:1rem;margin:.75rem 0 0}
.note{color:#4d5d6c;margin:0 0 1rem}.error{color:#a3211b;margin:0}form{display:grid;gap:.75rem}fieldset{border:0;padding:0;margin:0;display:grid;gap:.25rem}legend,label{color:#3a4757}.choice{display:flex;gap:.5rem;align-items:center;min-height:40px;color:inherit}
input:not([type=radio]){font:inherit;width:100%;padding:.7rem .8rem;border:1px solid #8796a6;border-radius:10px}button{font:inherit;font-weight:600;min-height:48px;padding:.7rem 1rem;border:0;border-radius:12px;background:#0a5fa5;color:#fff;cursor:pointer}button.quiet{background:none;color:#0a5fa5}
.people{display:grid;gap:.4rem}.people button{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;background:none;color:inherit;border:1px solid #cdd8e2;font-weight:400;text-align:start}.people small{color:#4d5d6c;font-size:.95rem}:focus-visible{outline:3px solid #0a5fa5;outline-offset:2px}`
