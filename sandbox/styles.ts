import { colours } from '#domain/colours.ts'

const faces = (
  [
    ['cyrillic-ext', 'U+0460-052F,U+1C80-1C8A,U+20B4,U+2DE0-2DFF,U+A640-A69F,U+FE2E-FE2F'],
    ['cyrillic', 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'],
    ['latin-ext', 'U+0100-02BA,U+20A0-20C0,U+2113'],
    ['latin', 'U+0000-00FF,U+2000-206F,U+20AC,U+2122,U+2212'],
  ] as const
).map(
  ([name, range]) =>
    `@font-face{font-family:Golos;font-display:swap;font-weight:400 900;src:url(/font/${name}.woff2) format('woff2');unicode-range:${range}}`,
)
export const fontNames: readonly string[] = ['cyrillic-ext', 'cyrillic', 'latin-ext', 'latin']

/** The broker's colours; `--out` is the ground of what the phone's owner says. */
const coloursOf = (of: Readonly<Record<string, string>>, out: string): string =>
  `:root{color-scheme:light dark;${Object.entries(of)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')};--out:${out}}`

export const styles = `${faces.join('\n')}
${coloursOf(colours.light, '#dcefec')}
@media(prefers-color-scheme:dark){${coloursOf({ ...colours.light, ...colours.dark }, '#17403f')}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.45 Golos,system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
header,main{max-width:72rem;margin:0 auto;padding:0 16px}header{padding-block:16px}.home{display:inline-flex;align-items:center;gap:8px;color:inherit;text-decoration:none;font-weight:600}.home svg{color:var(--brand)}
h1{font-size:clamp(1.7rem,5vw,2.4rem);line-height:1.1;letter-spacing:-.02em;margin:16px 0}h2{font-size:1.25rem;letter-spacing:-.01em;margin:40px 0 12px}p{margin:0 0 4px}main{padding-bottom:64px}
a{color:var(--brand)}:focus-visible{outline:3px solid var(--brand);outline-offset:2px;border-radius:4px}.quiet,.from{color:var(--ink-soft)}.lead{max-width:44rem;margin-bottom:8px}.lead+.lead{color:var(--ink-soft)}
ul{list-style:none;margin:0;padding:0}.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,20rem),1fr));gap:12px}.card{background:var(--card);border-radius:12px;padding:16px;box-shadow:0 1px 2px #0001,0 2px 12px #0000000d}
.grid .card p{font-size:.95rem}.who{font-weight:600;font-size:1.05rem}.ids{display:flex;flex-wrap:wrap;gap:0 14px;color:var(--ink-soft);font-size:.95rem}.plate{border:1.5px solid currentColor;border-radius:6px;padding:1px 8px;letter-spacing:.04em}
form{margin:0}.row{display:flex;flex-wrap:wrap;gap:8px;align-items:end;margin-top:24px;max-width:30rem}.row label{flex:1 1 12rem;display:grid;gap:4px;color:var(--ink-soft);font-size:.95rem}
input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--ink-soft);border-radius:12px;padding:10px 14px;width:100%;min-height:48px}button{font:inherit;font-weight:600;min-height:48px;padding:10px 18px;border-radius:12px;border:1.5px solid var(--brand);background:var(--brand);color:var(--on-brand);cursor:pointer}button.second{background:none;color:var(--brand)}
.owner{display:flex;flex-wrap:wrap;gap:0 12px;margin-bottom:16px}#live:has(.phone){display:grid;grid-template-columns:minmax(0,1fr);gap:0 32px;align-items:start}.owner{grid-column:1/-1}
.phone{background:var(--card);border-radius:20px;box-shadow:0 1px 2px #0001,0 2px 12px #0000000d;display:flex;flex-direction:column;overflow:hidden}.talk{padding:16px;display:flex;flex-direction:column;gap:12px;max-height:62dvh;min-height:240px;overflow-y:auto}.empty{margin:auto;text-align:center}
.bubble{max-width:88%;padding:10px 14px;border-radius:16px;border:1px solid var(--line)}.bubble p{margin:0}.bubble .from{font-size:.85rem}.bubble.in{align-self:flex-start;border-bottom-left-radius:4px}.bubble.out{align-self:flex-end;background:var(--out);border-color:transparent;border-bottom-right-radius:4px}
.answer,.pair{display:grid;grid-template-columns:1fr 1fr;gap:8px}.answer{padding:12px 16px 16px;border-top:1px solid var(--line)}.answer p{grid-column:1/-1;color:var(--ink-soft);font-size:.95rem}
.bank h2{margin-top:32px}.invoice{border-left:4px solid var(--accent);margin-bottom:12px}.invoice p{margin-bottom:12px}.sum{font-size:1.2rem;white-space:nowrap}.pair{grid-template-columns:repeat(auto-fit,minmax(9rem,1fr))}.lines li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:10px 0;border-bottom:1px solid var(--line)}
.state.paid,.state.refunded{color:var(--success)}.state.rejected,.state.expired{color:var(--danger)}.wallet{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center;justify-content:space-between;margin-top:16px}.wallet p{margin:0}.lines+.wallet{border:0}
.mail{margin-bottom:16px;max-width:48rem}.mail h2{margin:0 0 4px}.body{margin:12px 0}.files{border-top:1px solid var(--line);padding-top:8px}
@media(min-width:60rem){#live:has(.phone){grid-template-columns:minmax(0,30rem) minmax(0,1fr)}.bank h2{margin-top:0}}
`
