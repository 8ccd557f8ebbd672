/** Type, names and description of a view, and who may see it. */
import { NativeSelect, Radio, Textarea } from '@mantine/core'
import { dataViewTypes } from '@muster/contract/views/types/definition'
import { viewSharings } from '@muster/contract/views/views.schema'
import { useTranslation } from 'react-i18next'
import classes from '../admin.module.css'
import { useViewDraft } from '../draft-context.ts'
import { DraftFlag, DraftText } from './DraftFields.tsx'
import { Section } from './Section.tsx'

export function GeneralSection() {
  const { t } = useTranslation(['viewsAdmin', 'views'])
  const { draft, set, canShare } = useViewDraft()
  return (
    <Section
      title={t('viewsAdmin:details.general')}
      keys={['type', 'internalName', 'internalDescription', 'sharing', 'autoUpdate']}
      isFirst
    >
      <NativeSelect
        label={t('viewsAdmin:details.type')}
        description={t(`viewsAdmin:typeText.${draft.type}`)}
        value={draft.type}
        data={dataViewTypes.map((type) => ({ value: type, label: t(`views:type.${type}`) }))}
        onChange={(event) =>
          set({ type: dataViewTypes.find((type) => type === event.currentTarget.value) ?? draft.type })
        }
      />
      <DraftText
        name="internalName"
        label={t('viewsAdmin:details.internalName')}
        help={t('viewsAdmin:details.internalNameHelp')}
        maxLength={100}
        isRequired
      />
      <Textarea
        label={t('viewsAdmin:details.internalDescription')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
        value={draft.internalDescription}
        onChange={(event) => set({ internalDescription: event.currentTarget.value })}
      />
      <Radio.Group
        label={t('viewsAdmin:list.sharing')}
        value={draft.sharing}
        onChange={(value) => set({ sharing: viewSharings.find((one) => one === value) ?? draft.sharing })}
      >
        <div className={classes.types}>
          {viewSharings
            .filter((sharing) => canShare || sharing === 'personal')
            .map((sharing) => (
              <Radio
                key={sharing}
                value={sharing}
                label={t(`viewsAdmin:sharing.${sharing}`)}
                description={t(`viewsAdmin:sharingText.${sharing}`)}
              />
            ))}
        </div>
      </Radio.Group>
      <DraftFlag
        name="autoUpdate"
        label={t('viewsAdmin:details.autoUpdate')}
        help={t('viewsAdmin:details.autoUpdateHelp')}
      />
    </Section>
  )
}
