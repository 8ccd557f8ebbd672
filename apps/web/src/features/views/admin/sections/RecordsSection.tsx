/** Which records a view shows, in which order, and their names. */
import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBuilder, SortEditor } from '../../../filters/public.ts'
import { readsRecords } from '../../display-of.ts'
import { useViewDraft } from '../draft-context.ts'
import { DraftField } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function RecordsSection() {
  const { t } = useTranslation('viewsAdmin')
  const { view, draft, set, fields, wrong } = useViewDraft()
  return (
    <Section title={t('details.records')} keys={['recordNameDataFieldId', 'filter', 'sort']}>
      <DraftField
        name="recordNameDataFieldId"
        label={t('details.nameField')}
        help={t('details.nameFieldHelp')}
        isRequired
      />
      {readsRecords(draft) && (
        <>
          <Group label={t('details.filter')} help={t('details.filterHelp')} error={wrong.filter?.text}>
            <FilterBuilder
              dataCollectionId={view.dataCollectionId}
              value={draft.filter}
              onChange={(filter) => set({ filter })}
            />
          </Group>
          <Group label={t('details.sort')} error={wrong.sort?.text}>
            <SortEditor fields={fields} value={draft.sort} onChange={(sort) => set({ sort })} />
          </Group>
        </>
      )}
    </Section>
  )
}

/** Several inputs under one label. */
function Group({
  label,
  help,
  error,
  children,
}: {
  label: string
  help?: string
  error: string | undefined
  children: ReactNode
}) {
  const id = useId()
  return (
    <Input.Wrapper
      id={id}
      role="group"
      aria-labelledby={`${id}-label`}
      label={label}
      labelElement="div"
      description={error ? undefined : help}
      error={error}
    >
      {children}
    </Input.Wrapper>
  )
}
