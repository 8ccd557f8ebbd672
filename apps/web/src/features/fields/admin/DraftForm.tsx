/** The form of a field's definition: names, appearance, rules, the type's own settings. */
import { Switch, TextInput } from '@mantine/core'
import { linkTargetOf } from '@muster/contract/cards/cards.rules'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { fieldType } from '@muster/contract/fields/types/index'
import { useMemo } from 'react'
import { DescriptionInput } from '../../../ui/DescriptionInput.tsx'
import { FormSection } from '../../../ui/FormSection.tsx'
import styles from '../../../ui/shared.module.css'
import { FieldInput } from '../components/FieldInput.tsx'
import { Translations } from '../components/Translations.tsx'
import { WidthSelect } from '../components/WidthSelect.tsx'
import type { FieldContext } from '../field-context.ts'
import { fieldTypeUiOf } from '../types/index.ts'
import { columnNameOf } from './column-name.ts'
import classes from './DraftForm.module.css'
import type { FieldDraft } from './field-draft.ts'
import { LinkBackSettings } from './LinkBackSettings.tsx'

type LinkBack = NonNullable<FieldDraft['linkBack']>

export interface DraftFormProps {
  draft: FieldDraft
  onChange(draft: FieldDraft): void
  /** Error texts by path. */
  errors: Record<string, string>
  context: FieldContext
  dataCollectionId: number
  isExisting: boolean
}

export function DraftForm(props: DraftFormProps) {
  const { draft, onChange, errors, context, dataCollectionId, isExisting } = props
  const { t } = context
  const { linkBack } = draft
  const { Settings, hasDefault } = fieldTypeUiOf(draft.dataType)
  const type = fieldType(draft.dataType)
  const set = (change: Partial<FieldDraft>) => onChange({ ...draft, ...change })
  const settingErrors = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(errors)
          .filter(([path]) => path.startsWith('settings.'))
          .map(([path, text]) => [path.split('.')[1] ?? '', text]),
      ),
    [errors],
  )
  return (
    <div className={styles.narrowStack16}>
      <TextInput
        label={t('fields:admin.title')}
        value={draft.title}
        error={errors.title}
        required
        maxLength={200}
        data-autofocus
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <Settings
        // A type's form keeps unfinished input; another type starts over.
        key={draft.dataType}
        settings={draft.settings}
        onChange={(settings) => set({ settings })}
        errors={settingErrors}
        context={context}
        dataCollectionId={dataCollectionId}
        isExisting={isExisting}
      />
      <LinkBackSettings {...props} />
      <FormSection title={t('fields:admin.rules')} isOpen>
        <Switch
          label={t('fields:admin.isRequired')}
          description={t('fields:admin.isRequiredHelp')}
          checked={draft.isRequired}
          onChange={(event) => set({ isRequired: event.currentTarget.checked })}
        />
        {type.canBeUnique && (
          <Switch
            label={t('fields:admin.isUnique')}
            description={t('fields:admin.isUniqueHelp')}
            error={errors.isUnique}
            checked={draft.isUnique}
            onChange={(event) => set({ isUnique: event.currentTarget.checked })}
          />
        )}
        {hasDefault && <DefaultValue {...props} />}
      </FormSection>
      <FormSection title={t('fields:admin.look')} isOpen={isExisting}>
        <WidthSelect
          label={t('fields:admin.displayWidth')}
          description={t('fields:admin.displayWidthHelp')}
          value={draft.displayWidth}
          onChange={(displayWidth) => displayWidth && set({ displayWidth })}
        />
        <TextInput
          label={t('fields:admin.helpText')}
          description={t('fields:admin.helpTextHelp')}
          value={draft.helpText}
          error={errors.helpText}
          maxLength={500}
          onChange={(event) => set({ helpText: event.currentTarget.value })}
        />
        <DescriptionInput
          help={t('fields:admin.descriptionHelp')}
          value={draft.description}
          error={errors.description}
          onChange={(description) => set({ description })}
        />
      </FormSection>
      <Translations
        texts={[
          {
            label: (language) => t('fields:admin.titleIn', { language }),
            placeholder: draft.title,
            value: draft.titleTranslations,
            onChange: (titleTranslations) => set({ titleTranslations }),
          },
          {
            label: (language) => t('fields:admin.descriptionIn', { language }),
            placeholder: draft.description,
            value: draft.descriptionTranslations,
            onChange: (descriptionTranslations) => set({ descriptionTranslations }),
          },
          ...(linkBack && linkTargetOf(draft) !== null
            ? [
                {
                  label: (language: string) => t('fields:linkBack.titleIn', { language }),
                  placeholder: linkBack.title,
                  value: linkBack.titleTranslations,
                  onChange: (titleTranslations: LinkBack['titleTranslations']) =>
                    set({ linkBack: { ...linkBack, titleTranslations } }),
                },
              ]
            : []),
        ]}
      />
      <FormSection title={t('fields:admin.technical')} isOpen={errors.columnName !== undefined}>
        <TextInput
          label={t('fields:admin.columnName')}
          description={t(isExisting ? 'fields:admin.columnNameFixed' : 'fields:admin.columnNameHelp')}
          value={draft.columnName}
          placeholder={columnNameOf(draft.title)}
          error={errors.columnName}
          readOnly={isExisting}
          maxLength={50}
          classNames={{ input: classes.mono }}
          onChange={(event) => set({ columnName: event.currentTarget.value })}
        />
      </FormSection>
    </div>
  )
}

/** The type's own editor, for the default value. */
function DefaultValue({ draft, onChange, errors, context, dataCollectionId }: DraftFormProps) {
  const field = useMemo((): DataField => {
    const { linkBack: _, ...definition } = draft
    return {
      ...definition,
      id: 0,
      dataCollectionId,
      title: context.t('fields:admin.defaultValue'),
      titleTranslations: {},
      columnName: 'default',
      helpText: context.t('fields:admin.defaultValueHelp'),
      isRequired: false,
      rank: 0,
      deletedAt: null,
      canUpdate: true,
      displayedInViews: [],
    }
  }, [draft, dataCollectionId, context.t])
  return (
    <FieldInput
      // The editor of another type or list starts over.
      key={`${draft.dataType} ${String(draft.settings.listId)}`}
      field={field}
      value={draft.defaultValue}
      context={context}
      error={errors.defaultValue}
      onChange={(defaultValue) => onChange({ ...draft, defaultValue })}
    />
  )
}
