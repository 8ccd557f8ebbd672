/** Users of the team; `Me` stands for the reader. */
import { MultiSelect, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRecordSource } from '../../fields/public.ts'
import { isVariable, type OperandProps } from './operand.ts'

const me = 'me'
const keyOf = (value: unknown) => (isVariable(value) ? me : typeof value === 'number' ? String(value) : null)
const idOf = (key: string) => (key === me ? { variable: 'currentUser' } : Number(key))

export function PeopleInput({ value, onChange, label, isMany }: OperandProps & { isMany: boolean }) {
  const { t } = useTranslation('filters')
  const everybody = useRecordSource().usePeople(true)
  const people = everybody.map(({ teamUserId, name, isActive }) => ({
    value: String(teamUserId),
    label: isActive ? name : t('deactivated', { name }),
  }))
  const options = [{ value: me, label: t('me') }, ...people]
  if (!isMany) {
    return (
      <Select
        size="xs"
        searchable
        aria-label={label}
        data={options}
        value={keyOf(value)}
        onChange={(key) => onChange(key === null ? undefined : idOf(key))}
      />
    )
  }
  const keys = (Array.isArray(value) ? value : []).flatMap((one) => keyOf(one) ?? [])
  return (
    <MultiSelect
      size="xs"
      searchable
      aria-label={label}
      data={options}
      value={keys}
      onChange={(next) => onChange(next.map(idOf))}
    />
  )
}
