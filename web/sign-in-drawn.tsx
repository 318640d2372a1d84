import { renderToString } from 'react-dom/server'
import { SignInPages } from './auth.tsx'

/** The sign-in form as HTML, which the browser takes over. The title is not part of it: React puts it into the head. */
export const drawSignIn = (): string =>
  renderToString(<SignInPages entering={null} />).replace(/<title>.*?<\/title>/, '')
