import { useState } from 'react'
import type { Command } from './commands.ts'
import { FindFrame } from './FindFrame.tsx'
import { recentCommands } from './recent-searches.ts'
import { commandOptions } from './results.ts'
import styles from './SearchDialog.module.css'
import { runCommand } from './SearchDialog.tsx'

/** The commands alone, for users who search no records: it asks the server nothing. */
export function CommandsDialog({
  user,
  commands,
}: {
  user: { user_id: number }
  commands: readonly Command[]
}) {
  const [text, type] = useState('')
  const typed = text.trim()
  const options = commandOptions(commands, text, recentCommands(user.user_id))
  return (
    <FindFrame
      title="Comandi"
      label="Che cosa vuoi fare?"
      placeholder="Che cosa vuoi fare?"
      text={text}
      onType={type}
      options={options}
      among={null}
      isMeant={() => true}
      typed=""
      said={typed && (options.length === 1 ? '1 comando' : `${options.length} comandi`)}
      note={<p className={styles.note}>{typed && `Nessun comando per «${typed}».`}</p>}
      onChoose={(option) => option.kind === 'command' && runCommand(user.user_id, option.command)}
    />
  )
}
