/** An input for a new task; it stays open for the next one. */
import { TextInput } from '@mantine/core'
import { taskColumns } from '@muster/contract/projects/projects.rules'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { useOperations } from '../../operations/public.ts'
import classes from './QuickAdd.module.css'

export function QuickAdd({
  teamId,
  dataCollectionId,
  values,
  label,
  onAdded,
}: {
  teamId: number
  dataCollectionId: number
  values: Readonly<Record<string, unknown>>
  label: string
  onAdded(): unknown
}) {
  const { t } = useTranslation(['projects'])
  const errorText = useErrorText()
  const operations = useOperations(teamId)
  const [name, setName] = useState('')
  const [error, setError] = useState<string | null>(null)
  /** Cleared at once for the next task; what could not be added comes back. */
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const given = name.trim()
    if (given === '') return
    setError(null)
    setName('')
    try {
      const { operation } = await call(api.records.create, {
        params: { teamId, dataCollectionId },
        body: { values: { ...values, [taskColumns.name]: given } },
      })
      operations.recordOperation(operation)
      await onAdded()
    } catch (failure) {
      setError(errorText(failure))
      setName((now) => now || given)
    }
  }
  return (
    <form onSubmit={add} className={classes.add}>
      <TextInput
        size="xs"
        aria-label={label}
        placeholder={t('add.placeholder')}
        leftSection={<Glyph name="plus" size={14} />}
        maxLength={500}
        value={name}
        error={error}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || name === '') return
          event.stopPropagation()
          setName('')
        }}
      />
    </form>
  )
}
