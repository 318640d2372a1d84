import { WholePage } from './WholePage.tsx'

export const ForbiddenPage = () => (
  <WholePage code="403" title="Non hai accesso a questa pagina">
    Serve un altro profilo, o il tuo studio non è ancora attivo. Chiedi a chi ti ha dato l’accesso.
  </WholePage>
)
