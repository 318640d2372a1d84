// Before all else the mail's mark leaves the address.
import './mail-mark.ts'
// Then the page's data: the request is sent before React is evaluated.
import './start-prefetch.ts'
import { createRoot } from 'react-dom/client'
import { refreshToken } from '../session/stored-session.ts'
import '../ui/theme/font-public.css'
import { PublicDocument } from './PublicDocument.tsx'

// After a bank's approval page the address has query parameters before the hash: they name the payment; remove them.
if (location.search) history.replaceState(null, '', location.pathname + location.hash)

const root = document.getElementById('root')
if (root) createRoot(root).render(<PublicDocument />)

// Payers without a session load no session code.
if (refreshToken() !== null)
  void import('../session/payment-link.ts').then((watch) => watch.watchSessionOfPayer())
