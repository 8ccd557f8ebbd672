/** The values of a choice, a link or a yes/no field as a multiple choice; the first line is all of them. */
import { Checkbox, Radio, TextInput } from '@mantine/core'
import type { Operator } from '@muster/contract/filters/operators'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip, choiceText, type FieldContext, useRecordOptions } from '../../../fields/public.ts'
import type { Choice } from '../../../filters/public.ts'
import classes from './QuickFilters.module.css'

interface Option {
  value: unknown
  name: string
  color?: string | null
}

export interface QuickOptionsProps {
  choice: Choice
  op: Operator
  label: string
  allText: string
  value: unknown
  context: FieldContext
  onChange(value: unknown): void
}

/** Below this number of values there is no search. */
const searchFrom = 8

export const hasOptions = ({ type }: Choice): boolean =>
  type?.family === 'boolean' || type?.choices !== undefined || type?.refersTo !== undefined

export function QuickOptions(props: QuickOptionsProps) {
  const { choice } = props
  if (choice.type?.choices || choice.type?.family === 'boolean') return <Words {...props} />
  return choice.target === null ? <Collections {...props} /> : <Records {...props} />
}

function Words(props: QuickOptionsProps) {
  const { t } = props.context
  const { type } = props.choice
  const options: Option[] = type?.choices
    ? type.choices.map((value) => ({ value, name: choiceText(type.type, value, t) }))
    : [
        { value: true, name: t('common:yes') },
        { value: false, name: t('common:no') },
      ]
  return <Options {...props} options={options} />
}

function Collections(props: QuickOptionsProps) {
  const options = props.context.collections.map(({ id, pluralName }) => ({ value: id, name: pluralName }))
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const found = options.filter(({ name }) => name.toLowerCase().includes(words))
  return <Options {...props} options={found} search={search} onSearch={setSearch} />
}

function Records(props: QuickOptionsProps) {
  const { choice, context } = props
  const [search, setSearch] = useState('')
  const target = context.collections.find(({ id }) => id === choice.target)
  const { options } = useRecordOptions({
    collectionId: choice.target,
    search,
    isOpen: true,
    isList: target?.IsUsedAsCustomList ?? false,
  })
  return (
    <Options
      {...props}
      options={options.map(({ id, name, color }) => ({ value: id, name, color: color ?? null }))}
      search={search}
      onSearch={setSearch}
    />
  )
}

interface OptionsProps extends QuickOptionsProps {
  options: readonly Option[]
  search?: string
  onSearch?(search: string): void
}

function Options({ options, search = '', onSearch, ...props }: OptionsProps) {
  const { op, label, allText, value, onChange } = props
  const { t } = useTranslation('viewSwitcher')
  const isMany = op === 'anyOf'
  const chosen: readonly unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  const toggle = (one: unknown) => {
    if (!isMany) return onChange(one)
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <div className={classes.options}>
      {onSearch && (options.length >= searchFrom || search !== '') && (
        <TextInput
          size="xs"
          mb={4}
          aria-label={t('quick.search', { label })}
          placeholder={t('quick.search', { label })}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      )}
      <ul className={classes.list} aria-label={label}>
        <li>
          <Radio
            size="xs"
            className={classes.option}
            label={allText}
            checked={chosen.length === 0}
            onChange={() => onChange(undefined)}
          />
        </li>
        {options.map((option) => {
          const Box = isMany ? Checkbox : Radio
          return (
            <li key={String(option.value)}>
              <Box
                size="xs"
                className={classes.option}
                label={option.color ? <Chip text={option.name} color={option.color} /> : option.name}
                checked={chosen.includes(option.value)}
                onChange={() => toggle(option.value)}
              />
            </li>
          )
        })}
      </ul>
      {options.length === 0 && search !== '' && <p className={classes.none}>{t('quick.none')}</p>}
    </div>
  )
}
