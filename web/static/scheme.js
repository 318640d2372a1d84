// Runs before the first paint, so that no page flashes in the wrong colours.
;(() => {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    let chosen = null
    try {
      chosen = localStorage.getItem('saldo.scheme')
    } catch {
      // Storage may be blocked: follow the system.
    }
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  }
  apply()
  system.addEventListener('change', apply)
})()
