import { WholePage } from './WholePage.tsx'

export const NotFoundPage = () => (
  <WholePage code="404" title="Questa pagina non c’è">
    L’indirizzo è sbagliato o la pagina è stata tolta.
  </WholePage>
)
