/** When a task runs, for which records, whether people wait for it, and what follows. */
import { Input, Select, Switch } from '@mantine/core'
import { wizardTask } from '@muster/contract/wizards/tasks/index'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api, useApi } from '../../../../lib/api.ts'
import { FilterBuilder } from '../../../filters/public.ts'
import { ofRecords, VariableSelect } from '../../tasks/common/VariableSelect.tsx'
import { fieldOfVariable } from '../pseudo-field.ts'
import { Section } from '../Section.tsx'
import { useWizardPage } from '../wizard-context.ts'
import { useTask } from './task-context.ts'

export function ExecutionSection() {
  const { t } = useTranslation(['wizards', 'common'])
  const { teamId, wizard } = useWizardPage()
  const { draft, settings, variables, set, errorOf } = useTask()
  const id = useId()
  const fields = useMemo(() => variables.map(fieldOfVariable), [variables])
  const others = (useApi(api.wizards.list, { params: { teamId } }).data?.items ?? []).filter(
    (one) => one.id !== wizard.id,
  )
  const type = wizardTask(draft.type)
  const [condition, next, background] = [
    errorOf('executionCondition'),
    errorOf('executeWizardInNextAction'),
    errorOf('executeInBackground'),
  ]
  // Only what happens without people, and writes, is worth a job of its own.
  const canBeInBackground = draft.executeInBackground || (type.effect !== 'none' && !type.asks(settings))
  return (
    <Section title={t('wizards:execution.title')}>
      <Input.Wrapper
        id={id}
        role="group"
        aria-labelledby={`${id}-label`}
        label={t('wizards:execution.condition')}
        labelElement="div"
        description={condition ? undefined : t('wizards:execution.conditionHelp')}
        error={condition}
      >
        {fields.length > 0 || draft.executionCondition !== null ? (
          <FilterBuilder
            fields={fields}
            emptyText={t('wizards:execution.always')}
            value={draft.executionCondition}
            onChange={(executionCondition) => set({ executionCondition })}
          />
        ) : (
          <p>{t('wizards:execution.noVariables')}</p>
        )}
      </Input.Wrapper>
      <VariableSelect
        label={t('wizards:execution.loop')}
        help={t('wizards:execution.loopHelp')}
        error={errorOf('executeInLoopValue')}
        placeholder={t('wizards:execution.noLoop')}
        variables={ofRecords(variables).filter(({ columnName }) => !columnName.startsWith('item'))}
        value={draft.executeInLoopValue}
        onChange={(executeInLoopValue) => set({ executeInLoopValue })}
      />
      {canBeInBackground && (
        <Switch
          label={t('wizards:execution.background')}
          description={background ? undefined : t('wizards:execution.backgroundHelp')}
          error={background}
          checked={draft.executeInBackground}
          onChange={(event) => set({ executeInBackground: event.currentTarget.checked })}
        />
      )}
      <Select
        label={t('wizards:execution.nextWizard')}
        description={next ? undefined : t('wizards:execution.nextWizardHelp')}
        error={next}
        placeholder={t('common:none')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        value={draft.executeWizardInNextAction === null ? null : String(draft.executeWizardInNextAction)}
        data={others.map((one) => ({ value: String(one.id), label: one.name }))}
        onChange={(value) => set({ executeWizardInNextAction: value === null ? null : Number(value) })}
      />
    </Section>
  )
}
