/**
 * A document is of one kind for its whole life: a public page (its own small bundle and font), the sign-in
 * pages, or the shell. Crossing from one to another by a link or the address bar loads the page anew, so that
 * no document ever holds two bundles or both font files.
 */
type Kind = 'public' | 'auth' | 'shell'

const kindOf = (hash: string): Kind => {
  if (/^#\/(mybill|checkout-result)\//.test(hash)) return 'public'
  return /^#\/(auth|web)(\/|\?|$)/.test(hash) ? 'auth' : 'shell'
}

const kind = kindOf(location.hash)
document.documentElement.dataset.document = kind

addEventListener('hashchange', () => {
  const crossesPublic = (kindOf(location.hash) === 'public') !== (kind === 'public')
  if (crossesPublic) location.reload()
})

if (kind === 'public') void import('./public/main.tsx')
else void import('./main.tsx')
