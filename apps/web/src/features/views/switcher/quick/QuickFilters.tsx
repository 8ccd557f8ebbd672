/** The filter fields of a view above its records: each a button with the current choice that opens the options. */
import { Button, Popover } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import type { Condition } from '@muster/contract/filters/ast'
import { type Operator, operators } from '@muster/contract/filters/operators'
import type { FilterField } from '@muster/contract/views/views.schema'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../lib/i18n.ts'
import { Glyph } from '../../../../ui/Glyph.tsx'
import { fieldTitle } from '../../../fields/public.ts'
import {
  type Choice,
  type DescribeContext,
  describeValue,
  operandInputs,
  useDescribe,
} from '../../../filters/public.ts'
import classes from './QuickFilters.module.css'
import { hasOptions, QuickOptions } from './QuickOptions.tsx'
import { allTextOf, endsInSign, labelOf, quickOperator, withValue } from './quick.ts'

export interface QuickFiltersProps {
  fields: readonly DataField[]
  filterFields: readonly FilterField[]
  value: readonly Condition[]
  onChange(value: readonly Condition[]): void
}

export function QuickFilters({ fields, filterFields, value, onChange }: QuickFiltersProps) {
  const { t } = useTranslation('viewSwitcher')
  const filter = useMemo(() => (value.length > 0 ? { and: [...value] } : null), [value])
  const describe = useDescribe(fields, filter)
  const shown = filterFields.flatMap((entry) => {
    const field = fields.find(({ id }) => id === entry.dataFieldId)
    const choice = describe.choices.find(({ name }) => name === field?.columnName)
    const op = choice && quickOperator(choice)
    return entry.displayInUi && field && choice && op ? [{ entry, field, choice, op }] : []
  })
  if (shown.length === 0) return null
  const language = currentLanguage()
  return (
    <fieldset className={classes.row} aria-label={t('quick.label')}>
      {shown.map(({ entry, field, choice, op }) => (
        <QuickFilter
          key={field.id}
          choice={choice}
          op={op}
          label={labelOf(entry, fieldTitle(field, language), language)}
          allText={allTextOf(entry, language) || t('quick.all')}
          condition={value.find((one) => one.field === field.columnName)}
          describe={describe}
          onChange={(next) => onChange(withValue(value, field.columnName, op, next))}
        />
      ))}
      {value.length > 0 && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChange([])}>
          {t('quick.clearAll')}
        </Button>
      )}
    </fieldset>
  )
}

interface QuickFilterProps {
  choice: Choice
  op: Operator
  label: string
  allText: string
  condition: Condition | undefined
  describe: DescribeContext
  onChange(value: unknown): void
}

function QuickFilter(props: QuickFilterProps) {
  const { choice, op, label, allText, condition, describe, onChange } = props
  const { t } = useTranslation('viewSwitcher')
  const [isOpen, setOpen] = useState(false)
  const text = condition ? describeValue(condition, describe) : allText
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withRoles>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          className={classes.pill}
          data-chosen={condition !== undefined || undefined}
          rightSection={<Glyph name="chevronDown" size={12} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.text}>
            {endsInSign(label) ? `${label} ${text}` : t('quick.chosen', { label, value: text })}
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={classes.dropdown}>
        {hasOptions(choice) ? (
          <QuickOptions
            choice={choice}
            op={op}
            label={label}
            allText={allText}
            value={condition?.value}
            context={describe.context}
            onChange={onChange}
          />
        ) : (
          <Typed {...props} />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Texts and ranges; incomplete input stays here. */
function Typed({ choice, op, label, condition, describe, onChange }: QuickFilterProps) {
  const { t } = useTranslation('viewSwitcher')
  const [value, setValue] = useState<unknown>(condition?.value)
  const Input = operandInputs[operators[op]]
  const set = (next: unknown) => {
    setValue(next)
    onChange(next)
  }
  if (!Input) return null
  return (
    <div className={classes.typed}>
      <Input
        choice={choice}
        op={op}
        value={value}
        onChange={set}
        label={label}
        context={describe.context}
        variables={[]}
      />
      {condition && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => set(undefined)}>
          {t('quick.clearAll')}
        </Button>
      )}
    </div>
  )
}
