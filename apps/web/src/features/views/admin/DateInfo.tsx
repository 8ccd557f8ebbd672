/** …/data-views/{id}/calendar-date-info: what a calendar marks on days besides its events. */
import { Button, Checkbox, Select } from '@mantine/core'
import type { CalendarDateInfo } from '@muster/contract/views/types/calendar'
import { dateInfoKinds } from '@muster/contract/views/views.rules'
import { Navigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { HeadRow } from '../../../ui/HeadRow.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useCollections } from '../../fields/public.ts'
import { fieldsOf } from '../../filters/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { kindOf } from '../types/index.ts'
import { kindSettings } from '../types/settings.ts'
import classes from './admin.module.css'
import { useViewDraft } from './draft-context.ts'
import { FieldSelect } from './FieldSelect.tsx'
import { TabBody } from './TabBody.tsx'

const most = 10
/** Nothing is chosen yet; such an entry cannot be saved. */
const unchosen = 0

export function DateInfo() {
  const { t } = useTranslation(['viewsAdmin', 'common', 'errors'])
  const teamId = useTeamId()
  const { view, draft, set } = useViewDraft()
  const infos = draft.calendarDateInfo
  const put = (calendarDateInfo: CalendarDateInfo[]) => set({ calendarDateInfo })
  if (!kindSettings[kindOf(draft)].hasDateInfo) {
    return (
      <Navigate
        to="/team-{$teamId}/admin/data-views/$dataViewId/details"
        params={{ teamId: String(teamId), dataViewId: String(view.id) }}
        replace
      />
    )
  }
  const add = (
    <Button
      variant={infos.length === 0 ? 'filled' : 'default'}
      leftSection={<Glyph name="plus" />}
      onClick={() =>
        put([
          ...infos,
          {
            dataCollectionId: unchosen,
            dateDataFieldId: unchosen,
            imageDataFieldId: null,
            autoUpdate: true,
          },
        ])
      }
    >
      {t('viewsAdmin:dateInfo.add')}
    </Button>
  )
  if (infos.length === 0) {
    return (
      <TabBody>
        <EmptyState
          glyph="calendar"
          title={t('viewsAdmin:dateInfo.none')}
          text={t('viewsAdmin:dateInfo.noneText')}
          action={add}
        />
      </TabBody>
    )
  }
  return (
    <TabBody>
      <div className={classes.sections}>
        {infos.map((info, at) => (
          <Info
            // An entry has no id, and entries are never reordered.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            key={at}
            at={at}
            info={info}
            onChange={(change) => put(infos.map((one, i) => (i === at ? { ...one, ...change } : one)))}
            onRemove={() => put(infos.filter((_, i) => i !== at))}
          />
        ))}
        {infos.length < most && <div>{add}</div>}
      </div>
    </TabBody>
  )
}

function Info({
  at,
  info,
  onChange,
  onRemove,
}: {
  at: number
  info: CalendarDateInfo
  onChange(change: Partial<CalendarDateInfo>): void
  onRemove(): void
}) {
  const { t } = useTranslation(['viewsAdmin', 'common'])
  const collections = useCollections(useTeamId())
  const { wrong } = useViewDraft()
  const fields = fieldsOf(collections, info.dataCollectionId) ?? []
  const withDates = collections.filter((one) =>
    (fieldsOf(collections, one.id) ?? []).some(({ dataType }) => dateInfoKinds.date.includes(dataType)),
  )
  const title = t('viewsAdmin:dateInfo.title', { number: at + 1 })
  return (
    <section className={classes.section} aria-label={title}>
      <HeadRow start={<h2 className={classes.label}>{title}</h2>}>
        <IconButton
          glyph="close"
          label={t('viewsAdmin:dateInfo.remove', { number: at + 1 })}
          onClick={onRemove}
        />
      </HeadRow>
      <Select
        label={t('viewsAdmin:dateInfo.collection')}
        error={wrong[`calendarDateInfo.${at}.dataCollectionId`]?.text}
        searchable
        withAsterisk
        allowDeselect={false}
        value={info.dataCollectionId === unchosen ? null : String(info.dataCollectionId)}
        data={withDates.map(({ id, pluralName }) => ({ value: String(id), label: pluralName }))}
        onChange={(value) =>
          onChange({
            dataCollectionId: Number(value),
            dateDataFieldId: unchosen,
            imageDataFieldId: null,
          })
        }
      />
      <FieldSelect
        label={t('viewsAdmin:dateInfo.date')}
        error={wrong[`calendarDateInfo.${at}.dateDataFieldId`]?.text}
        fields={fields.filter(({ dataType }) => dateInfoKinds.date.includes(dataType))}
        value={info.dateDataFieldId === unchosen ? null : info.dateDataFieldId}
        isRequired
        onChange={(id) => onChange({ dateDataFieldId: id ?? unchosen })}
      />
      <FieldSelect
        label={t('viewsAdmin:dateInfo.image')}
        error={wrong[`calendarDateInfo.${at}.imageDataFieldId`]?.text}
        fields={fields.filter(({ dataType }) => dateInfoKinds.image.includes(dataType))}
        value={info.imageDataFieldId}
        onChange={(imageDataFieldId) => onChange({ imageDataFieldId })}
      />
      <Checkbox
        label={t('viewsAdmin:dateInfo.autoUpdate')}
        checked={info.autoUpdate}
        onChange={(event) => onChange({ autoUpdate: event.currentTarget.checked })}
      />
    </section>
  )
}
