/** A limit on the number of records, such as places in a camp, and what happens once it is reached. */
import { NumberInput, Radio, SegmentedControl, Switch, Textarea } from '@mantine/core'
import type { Filter } from '@muster/contract/filters/ast'
import { type Capacity, capacitySchema } from '@muster/contract/wizards/tasks/definition'
import type { Variable } from '@muster/contract/wizards/variables'
import { useTranslation } from 'react-i18next'
import classes from '../../builder/builder.module.css'
import { OtherLanguages, otherLanguages } from '../../builder/OtherLanguages.tsx'
import { useWizardPage } from '../../builder/wizard-context.ts'
import { TemplateFilter } from './TemplateFilter.tsx'
import { VariableSelect } from './VariableSelect.tsx'

export function CapacityFields({
  value,
  dataCollectionId,
  variables,
  errorOf,
  onChange,
}: {
  value: Capacity | null
  dataCollectionId: number
  variables: readonly Variable[]
  errorOf(path: string): string | undefined
  onChange(capacity: Capacity | null): void
}) {
  const { t } = useTranslation('wizards')
  const { wizard } = useWizardPage()
  const toggle = (
    <Switch
      label={t('capacity.isLimited')}
      description={t('capacity.isLimitedHelp')}
      checked={value !== null}
      onChange={(event) => onChange(event.currentTarget.checked ? capacitySchema.parse({ max: 100 }) : null)}
    />
  )
  if (value === null) return toggle
  const set = (change: Partial<Capacity>) => onChange({ ...value, ...change })
  const { max } = value
  const numbers = variables.filter(({ dataType }) => dataType === 'number')
  return (
    <>
      {toggle}
      <SegmentedControl
        aria-label={t('capacity.maxFrom')}
        value={typeof max === 'number' ? 'number' : 'variable'}
        data={[
          { value: 'number', label: t('capacity.fixed') },
          { value: 'variable', label: t('capacity.fromVariable') },
        ]}
        onChange={(kind) =>
          set({ max: kind === 'number' ? 100 : { variable: numbers[0]?.columnName ?? '' } })
        }
      />
      {typeof max === 'number' ? (
        <NumberInput
          label={t('capacity.max')}
          value={max}
          min={0}
          max={1_000_000}
          allowDecimal={false}
          w={160}
          onChange={(next) => typeof next === 'number' && set({ max: next })}
        />
      ) : (
        <VariableSelect
          label={t('capacity.max')}
          error={errorOf('capacity.max')}
          variables={numbers}
          value={max.variable || null}
          isRequired
          onChange={(variable) => variable && set({ max: { variable } })}
        />
      )}
      <TemplateFilter
        label={t('capacity.counted')}
        help={t('capacity.countedHelp')}
        error={errorOf('capacity.counted')}
        dataCollectionId={dataCollectionId}
        variables={variables}
        value={value.counted as Filter | null}
        onChange={(counted) => set({ counted })}
      />
      <Radio.Group
        label={t('capacity.whenFull')}
        value={value.whenFull}
        onChange={(whenFull) => set({ whenFull: whenFull === 'continue' ? 'continue' : 'stop' })}
      >
        <div className={classes.options}>
          <Radio value="stop" label={t('capacity.stop')} description={t('capacity.stopHelp')} />
          <Radio value="continue" label={t('capacity.continue')} description={t('capacity.continueHelp')} />
        </div>
      </Radio.Group>
      <Textarea
        label={t('capacity.fullText')}
        description={t('capacity.fullTextHelp')}
        value={value.fullText}
        autosize
        minRows={2}
        maxLength={2000}
        onChange={(event) => set({ fullText: event.currentTarget.value })}
      />
      <OtherLanguages
        languages={otherLanguages(wizard)}
        texts={[
          {
            label: t('capacity.fullText'),
            kind: 'lines',
            text: value.fullText,
            value: value.fullTextTranslations,
            maxLength: 2000,
            onChange: (fullTextTranslations) => set({ fullTextTranslations }),
          },
        ]}
      />
    </>
  )
}
