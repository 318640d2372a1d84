/**
 * Sets the colours before the first paint, so that no page flashes in the wrong ones. Exports nothing: it runs when it is
 * imported.
 */
const system = matchMedia('(prefers-color-scheme: dark)')
const apply = () => {
  const chosen = storedScheme()
  const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
}
apply()
system.addEventListener('change', apply)

function storedScheme(): string | null {
  try {
    return localStorage.getItem('saldo.scheme')
  } catch {
    // Storage may be blocked: follow the system.
    return null
  }
}

export {}
