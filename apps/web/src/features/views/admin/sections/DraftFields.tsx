/** Inputs for single settings of the draft. */
import { Checkbox, TextInput } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { type DisplayOptionFieldKey, fitsView, type ViewFieldKey } from '@muster/contract/views/views.rules'
import type { DisplayOptions } from '@muster/contract/views/views.schema'
import { useViewDraft } from '../draft-context.ts'
import { FieldSelect } from '../FieldSelect.tsx'

interface Labels {
  label: string
  help?: string
}

/** A suitable field of the collection for a setting. */
export function DraftField({
  name,
  isRequired,
  ...labels
}: Labels & { name: ViewFieldKey; isRequired?: boolean }) {
  const { draft, set, fields, wrong } = useViewDraft()
  return (
    <FieldSelect
      {...labels}
      {...(isRequired ? { isRequired } : {})}
      error={wrong[name]?.text}
      fields={fields.filter(({ dataType }) => fitsView(name, dataType))}
      value={draft[name]}
      onChange={(id) => set({ [name]: id })}
    />
  )
}

/** The same of a display option. */
export function OptionField({
  name,
  fits = ({ dataType }) => fitsView(name, dataType),
  ...labels
}: Labels & { name: DisplayOptionFieldKey; fits?: (field: DataField) => boolean }) {
  const { fields, wrong } = useViewDraft()
  const [options, setOption] = useOptions()
  return (
    <FieldSelect
      {...labels}
      error={wrong[`displayOptions.${name}`]?.text}
      fields={fields.filter(fits)}
      value={options[name]}
      onChange={(id) => setOption({ [name]: id })}
    />
  )
}

export function useOptions(): [DisplayOptions, (change: Partial<DisplayOptions>) => void] {
  const { draft, set } = useViewDraft()
  return [draft.displayOptions, (change) => set({ displayOptions: { ...draft.displayOptions, ...change } })]
}

type Flag = 'autoUpdate' | 'openItemUrlInNewWindow' | 'includeDatesWithNoEvents' | 'isVisibleExternally'

export function DraftFlag({ name, label, help }: Labels & { name: Flag }) {
  const { draft, set, wrong } = useViewDraft()
  return (
    <Checkbox
      label={label}
      description={help}
      error={wrong[name]?.text}
      checked={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.checked })}
    />
  )
}

export function OptionFlag({
  name,
  label,
  help,
}: Labels & { name: 'showSearch' | 'showCount' | 'isYearly' | 'showListBesideMap' }) {
  const [options, setOption] = useOptions()
  return (
    <Checkbox
      label={label}
      description={help}
      checked={options[name]}
      onChange={(event) => setOption({ [name]: event.currentTarget.checked })}
    />
  )
}

export function DraftText({
  name,
  label,
  help,
  maxLength,
  isRequired,
}: Labels & {
  name: 'internalName' | 'itemUrl' | 'missingRecordRedirectUrl' | 'missingRecordMessage' | 'noEventsMessage'
  maxLength: number
  isRequired?: boolean
}) {
  const { draft, set, wrong } = useViewDraft()
  return (
    <TextInput
      label={label}
      description={wrong[name] ? undefined : help}
      error={wrong[name]?.text}
      withAsterisk={isRequired ?? false}
      maxLength={maxLength}
      value={draft[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  )
}
