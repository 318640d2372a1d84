import { Button } from '@mantine/core'
import { CopyButton } from '../../ui/buttons/CopyButton.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import styles from './SecondSteps.module.css'

/** Shows new recovery codes; this is the only time they are visible. */
export default function NewCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  return (
    <Dialog
      opened
      title="Metti da parte questi codici di recupero"
      onClose={onClose}
      size={480}
      actions={
        <>
          <Button variant="default" onClick={() => saveFile(asFile(codes), 'saldo-codici-di-recupero.txt')}>
            Salva come file
          </Button>
          <Button onClick={onClose}>Li ho messi da parte</Button>
        </>
      }
    >
      <p className={styles.text}>
        Se perdi telefono e passkey, entri con uno di questi. Ognuno vale una volta sola, e qui non li vedrai
        più: tienili dove non tieni la password. <CopyButton text={codes.join('\n')} what="i codici" />
      </p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
    </Dialog>
  )
}

const asFile = (codes: string[]) =>
  new Blob([`Codici di recupero di Saldo (ognuno vale una volta)\n\n${codes.join('\n')}\n`], {
    type: 'text/plain',
  })
