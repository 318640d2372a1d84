/**
 * A document is of one kind for its whole life: a public page (its own small bundle), the sign-in pages, or the
 * shell. Public and sign-in pages use a third of the font, and both font files never meet in one document, so
 * crossing from one kind to another loads the page anew.
 */
type Kind = 'public' | 'auth' | 'shell'

const kindOf = (hash: string): Kind => {
  if (/^#\/(mybill|checkout-result)\//.test(hash)) return 'public'
  return /^#\/(auth|web)(\/|\?|$)/.test(hash) ? 'auth' : 'shell'
}

const kind = kindOf(location.hash)
document.documentElement.dataset.document = kind

addEventListener('hashchange', () => {
  const next = kindOf(location.hash)
  // From the shell to the sign-in pages the document may stay: it has all they need.
  if (next !== kind && !(kind === 'shell' && next === 'auth')) location.reload()
})

if (kind === 'public') void import('./public/main.tsx')
else void startShell(kind === 'auth' ? import('./ui/styles-auth.ts') : import('./ui/styles-shell.ts'))

async function startShell(styles: Promise<unknown>) {
  const [{ start }] = await Promise.all([import('./main.tsx'), styles])
  start()
}
