/**
 * Says that a file is gone or did not arrive. Plain elements with their own styles, because nothing of ours may have loaded.
 * What the server drew stays below: whom to call is there.
 */
export function showLoadError() {
  const said = document.createElement('p')
  said.setAttribute('role', 'alert')
  said.style.cssText = 'max-width:440px;margin:24px auto;padding:0 20px;font:17px/25px system-ui,sans-serif'
  const again = document.createElement('button')
  again.textContent = 'Riprova'
  again.style.cssText = 'display:block;margin-top:12px;padding:10px 20px;font:inherit'
  again.onclick = () => location.reload()
  said.append('Saldo non si è caricato. La connessione è caduta, o è uscita una versione nuova.', again)
  const root = document.getElementById('root')
  if (document.documentElement.dataset.drawn === 'bill') root?.before(said)
  else root?.replaceChildren(said)
}
