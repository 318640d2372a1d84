/** Copies text to the clipboard. Also takes a promise of the text: Safari accepts it only within the click. */
export async function copyText(text: string | Promise<string>) {
  if (typeof text !== 'string' && navigator.clipboard && typeof ClipboardItem !== 'undefined') {
    const blob = text.then((value) => new Blob([value], { type: 'text/plain' }))
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
  }
  const value = await text
  // The clipboard API exists on secure origins only; administrators may open Saldo at a plain LAN address.
  if (navigator.clipboard) return navigator.clipboard.writeText(value)
  const area = document.createElement('textarea')
  area.value = value
  area.style.position = 'fixed'
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
