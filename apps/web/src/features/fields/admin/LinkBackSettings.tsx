/** Whether and under which title the records that a link field leads to list those that link to them. */
import { Switch, TextInput } from '@mantine/core'
import { linkBackNames, linkTargetOf } from '@muster/contract/cards/cards.rules'
import type { FieldContext } from '../field-context.ts'
import type { FieldDraft } from './field-draft.ts'

interface Props {
  draft: FieldDraft
  onChange(draft: FieldDraft): void
  errors: Record<string, string>
  context: FieldContext
  dataCollectionId: number
  isExisting: boolean
}

/** Nothing for a field that is no link to a collection. */
export function LinkBackSettings({ draft, onChange, errors, context, dataCollectionId, isExisting }: Props) {
  const { t, collections } = context
  const { linkBack } = draft
  const target = collections.find(({ id }) => id === linkTargetOf(draft))
  const homeId = collections.find(({ id }) => id === dataCollectionId)?.idHomeDataCollection
  const home = collections.find(({ id }) => id === homeId)
  if (!target || !home) return null
  const others = home.DataFields.filter(({ columnName }) => columnName !== draft.columnName)
  const derived = linkBackNames(home, others, draft)
  return (
    <>
      <Switch
        label={t('fields:linkBack.isShown')}
        description={t(
          linkBack || !isExisting ? 'fields:linkBack.isShownHelp' : 'fields:linkBack.isHiddenHelp',
          { collection: target.pluralName },
        )}
        checked={linkBack !== null}
        onChange={(event) =>
          onChange({
            ...draft,
            linkBack: event.currentTarget.checked ? { title: '', titleTranslations: {} } : null,
          })
        }
      />
      {linkBack && (
        <TextInput
          label={t('fields:linkBack.title')}
          placeholder={derived.title}
          value={linkBack.title}
          error={errors['linkBack.title']}
          maxLength={200}
          onChange={(event) =>
            onChange({ ...draft, linkBack: { ...linkBack, title: event.currentTarget.value } })
          }
        />
      )}
    </>
  )
}
