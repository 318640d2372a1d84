import { type Asker, knownAsker } from './public/last-known-bill.ts'

const title = 'margin:0;font-size:1.375rem;line-height:1.875rem;font-weight:600'
const button =
  'display:block;width:100%;min-height:3.5rem;margin:1.375rem 0;padding:.5rem 1rem;border:1px solid;border-radius:4px;font:inherit;font-weight:600;cursor:pointer;background:var(--saldo-accent,#005c66);border-color:var(--saldo-accent,#005c66);color:var(--saldo-on-accent,#fff)'
const contact =
  'display:inline-flex;align-items:center;min-height:2.75rem;margin-right:20px;color:var(--saldo-link,#005c66)'

/**
 * Says that a file is gone or did not arrive. Plain elements with their own styles, because nothing of ours may have loaded; what
 * stands in the page already stays around them. Whom to call is there if this tab has shown the bill before, or the server drew
 * it.
 */
export function showLoadError() {
  const { drawn } = document.documentElement.dataset
  const root = document.getElementById('root')
  const skeleton = drawn === 'skeleton' && root?.querySelector('main')
  const said = made('div', skeleton ? '' : 'max-width:440px;margin:24px auto;padding:0 20px')
  said.style.font = '1.0625rem/1.5625rem var(--saldo-font,system-ui,sans-serif)'
  const alert = made('div')
  alert.setAttribute('role', 'alert')
  alert.append(
    made(drawn === 'bill' ? 'p' : 'h1', title, 'Saldo non si è caricato.'),
    made('p', 'margin:.875rem 0 0', 'La connessione è caduta, o è uscita una versione nuova.'),
  )
  const again = made('button', button, 'Riprova')
  again.onclick = () => location.reload()
  said.append(alert, again)
  const asker = drawn === 'bill' ? undefined : knownAsker(location.hash)
  if (asker) said.append(contactsOf(asker))
  if (drawn === 'bill') root?.before(said)
  else (skeleton || root)?.replaceChildren(said)
}

function contactsOf({ business_name, phone, email }: Asker) {
  const contacts = made('p', 'margin:0', `${business_name} amministra il condominio.`)
  contacts.append(document.createElement('br'))
  for (const [href, words] of [
    [phone && `tel:${phone.replace(/[^\d+]/g, '')}`, `Chiama ${phone}`],
    [email && `mailto:${email}`, `Scrivi a ${email}`],
  ])
    if (href) contacts.append(Object.assign(made('a', contact, words ?? ''), { href }))
  return contacts
}

function made<T extends 'div' | 'h1' | 'p' | 'a' | 'button'>(tag: T, style = '', words = '') {
  const element = document.createElement(tag)
  element.style.cssText = style
  element.textContent = words
  return element
}
