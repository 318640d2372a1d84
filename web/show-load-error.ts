/** Says that a file is gone or did not arrive. Plain elements, because none of our code may have loaded. */
export function showLoadError() {
  const again = document.createElement('button')
  again.textContent = 'Riprova'
  again.onclick = () => location.reload()
  document.getElementById('root')?.replaceChildren('Saldo non si è caricato. ', again)
}
