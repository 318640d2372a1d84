import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'

/** Asks for a name to save the current filters. */
export default function NameView({
  taken,
  onName,
  onClose,
}: {
  taken: readonly string[]
  onName: (name: string) => void
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const save = () => {
    const chosen = name.trim()
    if (chosen === '') return setWrong('Scrivi un nome.')
    if (taken.includes(chosen)) return setWrong('C’è già una vista con questo nome.')
    onName(chosen)
  }
  return (
    <Dialog
      opened
      title="Salva i filtri come vista"
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Annulla
          </Button>
          <Button onClick={save}>Salva</Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextInput
          label="Nome"
          description="La ritrovi qui, in questo browser"
          placeholder="Ghibellina, rata 3"
          data-autofocus
          maxLength={40}
          value={name}
          error={wrong}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setWrong(null)
          }}
        />
      </form>
    </Dialog>
  )
}
