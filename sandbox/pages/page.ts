/** Escapes text for HTML. */
export function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (sign) => names[sign] ?? sign)
}

/** `12345` cents in Italian format: `123,45 €`. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('it-IT', { style: 'currency', currency, useGrouping: 'always' }).format(
    cents / 100,
  )
}

/** A whole page: one column, readable on a phone, no script. `body` is HTML. */
export function pageHtml(title: string, body: string): string {
  return `<!doctype html>
<html lang="it">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; font: 1.0625rem/1.5 system-ui, sans-serif; background: light-dark(#f4f4f2, #161616); color: light-dark(#1c1c1a, #ececea); }
main { max-width: 26rem; margin: 0 auto; padding: 2rem 1.25rem; }
.notice { margin: 0 0 1.5rem; padding: .625rem .875rem; border: 2px dashed currentColor; font-weight: 600; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.25; }
dl { margin: 1.5rem 0; display: grid; grid-template-columns: auto 1fr; gap: .375rem 1.25rem; }
dt { color: light-dark(#565652, #b4b4ae); }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
.amount { font-size: 2.25rem; font-weight: 700; margin: .5rem 0; }
form { display: grid; grid-template-columns: minmax(0, 1fr); gap: .75rem; }
label { display: grid; grid-template-columns: minmax(0, 1fr); gap: .25rem; font-weight: 600; }
label.check { grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: .625rem; min-height: 2.75rem; }
label.check input { width: 1.25rem; height: 1.25rem; }
input:not([type=checkbox]), select { box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 .75rem; font: inherit; font-weight: 400; border: 1px solid light-dark(#565652, #b4b4ae); border-radius: .5rem; background: light-dark(#fff, #222); color: inherit; }
.error { margin: 0; color: light-dark(#a01414, #ff9b94); }
button { min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 600; border-radius: .5rem; border: 2px solid light-dark(#1c1c1a, #ececea); cursor: pointer; }
button.yes { background: light-dark(#1c1c1a, #ececea); color: light-dark(#fff, #161616); }
button.no { background: transparent; color: inherit; }
button:focus-visible, input:focus-visible, select:focus-visible { outline: 3px solid light-dark(#0b57d0, #8ab4f8); outline-offset: 3px; }
</style>
</head>
<body>
<main>
<p class="notice">Simulazione: nessun denaro viene mosso.</p>
${body}
</main>
</body>
</html>
`
}
