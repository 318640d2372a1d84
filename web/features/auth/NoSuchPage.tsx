import { ErrorBody } from '../errors/ErrorBody.tsx'
import styles from '../errors/WholePage.module.css'
import { WholePage } from '../errors/WholePage.tsx'

/** Not found, for addresses under `/auth` and `/web`; the shell's not-found page needs its router. */
const NoSuchPage = ({ path }: { path: string }) => (
  <WholePage>
    <ErrorBody code="404" title="Questa pagina non c’è">
      <p>
        L’indirizzo <code className={styles.address}>{path}</code> è sbagliato, o la pagina è stata tolta.
      </p>
    </ErrorBody>
  </WholePage>
)
export default NoSuchPage
