import { WholePage } from './WholePage.tsx'

export const ServerErrorPage = () => (
  <WholePage code="500" title="Qualcosa si è rotto da parte nostra">
    Lo sappiamo già. Riprova fra qualche minuto: quello che avevi salvato è al sicuro.
  </WholePage>
)
