/** One value of a field, or several: by the family of the field, never by its type. */
import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import type { FieldType } from '@muster/contract/fields/definition'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  choiceText,
  fieldTypeUiOf,
  inTreeOrder,
  type Option,
  Picker,
  typedField,
  useRecordOptions,
} from '../../fields/public.ts'
import { DayInput } from './DayInput.tsx'
import { isVariable, type OperandProps } from './operand.ts'
import { PeopleInput } from './PeopleInput.tsx'

export function Literal(props: OperandProps & { isMany: boolean }) {
  const { choice, isMany, value, onChange, label, op } = props
  const { t } = useTranslation(['filters', 'common'])
  if (choice.kind === 'user') return <PeopleInput {...props} />
  if (choice.type?.choices) return <WordInput {...props} type={choice.type} />
  switch (choice.type?.family) {
    case 'choice':
    case 'reference':
      return <IdInput {...props} />
    case 'boolean':
      return (
        <Select
          size="xs"
          aria-label={label}
          allowDeselect={false}
          data={[
            { value: 'true', label: t('common:yes') },
            { value: 'false', label: t('common:no') },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(next) => onChange(next === 'true')}
        />
      )
    case 'date':
      return <DayInput {...props} />
    case 'number':
      return isMany || !choice.field ? (
        isMany ? (
          <Texts {...props} />
        ) : (
          <PlainNumber {...props} />
        )
      ) : (
        <TypedInput {...props} />
      )
    case 'structured':
      // Line items compare by their total.
      return choice.literal(op).safeParse(1).success ? <PlainNumber {...props} /> : <PlainText {...props} />
    default:
      return isMany ? <Texts {...props} /> : <PlainText {...props} />
  }
}

export function PlainText({ value, onChange, label }: OperandProps) {
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Texts({ value, onChange, label }: OperandProps) {
  const { t } = useTranslation('filters')
  const texts = Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
  return (
    <TagsInput
      size="xs"
      aria-label={label}
      placeholder={texts.length === 0 ? t('addText') : undefined}
      value={texts}
      onChange={onChange}
      acceptValueOnBlur
    />
  )
}

function PlainNumber({ value, onChange, label }: OperandProps) {
  return (
    <NumberInput
      size="xs"
      hideControls
      aria-label={label}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  )
}

const nothing = () => {}
const plain = {
  describedBy: undefined,
  isInvalid: false,
  isReadOnly: false,
  isRequired: false,
  autoFocus: false,
  isCompact: false,
  onBlur: nothing,
  onCommit: nothing,
  onCancel: nothing,
}

/** The field's own editor: percentages and money are typed as they are shown. */
function TypedInput({ choice, value, onChange, label, context }: OperandProps) {
  const id = useId()
  if (!choice.field) return null
  const { Editor } = fieldTypeUiOf(choice.field.dataType)
  return (
    <Editor
      {...plain}
      id={id}
      label={label}
      field={typedField(choice.field)}
      context={context}
      initialText={undefined}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

type Many = { isMany: boolean }

/** List items, linked records or collections. */
function IdInput(props: OperandProps & Many) {
  const { choice } = props
  const reference = choice.type?.refersTo?.(choice.field?.settings ?? {})
  return reference?.to === 'collection' ? <CollectionInput {...props} /> : <RecordInput {...props} />
}

function RecordInput(props: OperandProps & Many) {
  const { choice, context } = props
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const target = context.collections.find((one) => one.id === choice.target)
  const isList = target?.IsUsedAsCustomList ?? false
  const { options, isLoading, isStale } = useRecordOptions({
    collectionId: choice.target,
    search,
    isOpen,
    isList,
  })
  const { t } = useTranslation('filters')
  // Records that represent the users of the team.
  const isOfUsers = target?.IsInternalConfiguration === true && target.representsPeople
  const me = isOfUsers ? { id: meId, name: t('me') } : null
  const isMeFound = me?.name.toLowerCase().includes(search.trim().toLowerCase())
  const [picked, setPicked] = useState<Record<number, Option>>({})
  const nameOf = (id: number): Option => {
    const option = picked[id] ?? options.find((one) => one.id === id)
    const linked = context.linked[id]
    return option ?? { id, name: linked?.name ?? `#${id}`, color: linked?.color ?? null }
  }
  return (
    <IdPicker
      {...props}
      nameOf={(id) => (id === meId && me ? me : nameOf(id))}
      options={me && isMeFound ? [me, ...options] : options}
      isLoading={isOpen && isLoading}
      isStale={isOpen && isStale}
      search={search}
      onSearch={setSearch}
      onOpen={() => setOpen(true)}
      onPicked={(option) => setPicked((known) => ({ ...known, [option.id]: option }))}
    />
  )
}

function CollectionInput(props: OperandProps & Many) {
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const all = inTreeOrder(props.context.collections).map(
    ({ collection: { id, pluralName, icon }, depth }): Option => ({ id, name: pluralName, icon, depth }),
  )
  return (
    <IdPicker
      {...props}
      nameOf={(id) => all.find((one) => one.id === id) ?? { id, name: `#${id}` }}
      options={all.filter(({ name }) => name.toLowerCase().includes(words))}
      isLoading={false}
      search={search}
      onSearch={setSearch}
    />
  )
}

/** The reader, among ids of records. */
const meId = 0
const idOf = (value: unknown) => (isVariable(value) && value.variable === 'currentUser' ? meId : value)
const operandOf = (id: number) => (id === meId ? { variable: 'currentUser' } : id)

interface IdPickerProps extends OperandProps, Many {
  nameOf(id: number): Option
  options: readonly Option[]
  isLoading: boolean
  isStale?: boolean
  search: string
  onSearch(search: string): void
  onOpen?(): void
  onPicked?(option: Option): void
}

function IdPicker(props: IdPickerProps) {
  const { value, onChange, isMany, label, nameOf, onPicked } = props
  const id = useId()
  const ids = [value]
    .flat()
    .map(idOf)
    .filter((one) => typeof one === 'number')
  return (
    <Picker
      {...plain}
      id={id}
      label={label}
      isMulti={isMany}
      selected={ids.map(nameOf)}
      options={props.options}
      isLoading={props.isLoading}
      isStale={props.isStale}
      search={props.search}
      onSearch={props.onSearch}
      onOpen={() => props.onOpen?.()}
      onPick={(option) => {
        onPicked?.(option)
        const others = ids.filter((one) => one !== option.id)
        onChange(isMany ? [...others, option.id].map(operandOf) : operandOf(option.id))
      }}
      onRemove={(gone) => {
        const rest = ids.filter((one) => one !== gone)
        onChange(isMany && rest.length > 0 ? rest.map(operandOf) : undefined)
      }}
    />
  )
}

/** Choices that are stored as words: a payment status. */
function WordInput({
  isMany,
  type,
  value,
  onChange,
  label,
  context,
}: OperandProps & {
  isMany: boolean
  type: FieldType
}) {
  const data = (type.choices ?? []).map((word) => ({
    value: word,
    label: choiceText(type.type, word, context.t),
  }))
  if (!isMany) {
    return (
      <Select
        size="xs"
        aria-label={label}
        data={data}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => onChange(next ?? undefined)}
      />
    )
  }
  return <Words label={label} data={data} value={value} onChange={onChange} />
}

function Words(props: {
  label: string
  data: { value: string; label: string }[]
  value: unknown
  onChange: (value: unknown) => void
}) {
  const labels = new Map(props.data.map(({ value, label }) => [label, value]))
  const words = Array.isArray(props.value) ? props.value : []
  return (
    <TagsInput
      size="xs"
      aria-label={props.label}
      data={[...labels.keys()]}
      value={props.data.filter(({ value }) => words.includes(value)).map(({ label }) => label)}
      onChange={(next) => props.onChange(next.flatMap((label) => labels.get(label) ?? []))}
    />
  )
}
