// First of all: the question leaves before React is even evaluated.
import './start-prefetch.ts'
import { createRoot } from 'react-dom/client'
import { refreshToken } from '../session/stored-session.ts'
import '../ui/theme/font-public.css'
import { PublicDocument } from './PublicDocument.tsx'

// A bank's approval page comes back with its own parameters before the hash: they name the payment and help nobody here.
if (location.search) history.replaceState(null, '', location.pathname + location.hash)

const root = document.getElementById('root')
if (root) createRoot(root).render(<PublicDocument />)

// Whoever only pays has no session, and loads nothing for one.
if (refreshToken() !== null)
  void import('../session/payment-link.ts').then((watch) => watch.watchSessionOfPayer())
