/** /team-{id}/admin/data-collections/{id}/data-fields: the fields of a collection, and those in its trash. */
import '../everything.ts'
import { Button } from '@mantine/core'
import type { DataField } from '@muster/contract/fields/fields.schema'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/api.ts'
import { useErrorText } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { confirm } from '../../../ui/confirm.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { HeadCount, HeadRow } from '../../../ui/HeadRow.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { TableSkeleton } from '../../../ui/Skeletons.tsx'
import { type ActiveOrDeleted, TrashSwitch } from '../../../ui/TrashSwitch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useTeamId } from '../../teams/public.ts'
import { ChangeType } from '../admin/ChangeType.tsx'
import { EditField, NewField } from '../admin/FieldDrawer.tsx'
import { FieldTable } from '../admin/FieldTable.tsx'
import { type FieldsAdmin, useFieldsAdmin } from '../admin/use-fields-admin.ts'
import { useTypeChanges } from '../admin/use-type-changes.ts'
import { columnActions } from '../rewrite/column-actions.ts'
import { rewriteUrl } from '../rewrite/offers.ts'
import { useCollection } from '../use-collections.ts'
import classes from './CollectionFields.module.css'

type Open = { what: 'new' } | { what: 'edit' | 'type'; field: DataField } | null

export function CollectionFields() {
  const { t } = useTranslation(['fields', 'dataTypes', 'common', 'errors'])
  const { t: recordsT } = useTranslation('records')
  const teamId = useTeamId()
  const dataCollectionId = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const admin = useFieldsAdmin(teamId, dataCollectionId)
  const collection = useCollection(teamId, dataCollectionId)
  const errorText = useErrorText()
  const changes = useTypeChanges(teamId, dataCollectionId, admin.fields ?? [], () => void admin.refresh())
  const isChanging = (field: DataField) => changes.changeOf(field)?.run.state === 'running'
  const [shown, setShown] = useState<ActiveOrDeleted>('active')
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const deletedCount = admin.deleted.data?.items.length ?? 0

  const remove = async (field: DataField) => {
    const isSure = await confirm({
      title: t('admin.deleteTitle', { title: field.title }),
      text: t('admin.deleteText'),
      confirmLabel: t('admin.delete'),
      isDestructive: true,
    })
    if (!isSure) return
    try {
      await admin.remove(field)
      toast.undo(t('admin.deleted', { title: field.title }), () => restore(field))
    } catch (error) {
      const isName = error instanceof ApiError && error.code === 'in_use' && error.params.as === 'name'
      toast.error(isName ? t('admin.isNameField') : errorText(error))
    }
  }
  const restore = async (field: DataField) => {
    try {
      await admin.restore(field)
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  const reorder = (ids: number[]) =>
    admin.reorder(ids).catch((error: unknown) => toast.error(errorText(error)))
  /** They open over the records. */
  const rewritesOf = (field: DataField) =>
    columnActions(
      field,
      recordsT,
      (kind, column) => ({ url: rewriteUrl(teamId, dataCollectionId, { kind, field: column }) }),
      true,
    ).map((item, at) => ({ ...item, isSeparated: at === 0 }))
  const add = (
    <Button leftSection={<Glyph name="plus" />} onClick={() => setOpen({ what: 'new' })}>
      {t('admin.add')}
    </Button>
  )

  return (
    <PageBody isWide>
      <HeadRow
        start={
          deletedCount > 0 || shown === 'deleted' ? (
            <TrashSwitch
              label={t('admin.list')}
              active={t('admin.active')}
              deleted={t('admin.trash', { count: deletedCount })}
              value={shown}
              onChange={setShown}
            />
          ) : (
            <HeadCount>{admin.fields && t('admin.count', { count: admin.fields.length })}</HeadCount>
          )
        }
      >
        {add}
      </HeadRow>
      {shown === 'deleted' ? (
        <DeletedFields admin={admin} onRestore={(field) => void restore(field)} />
      ) : admin.active.isLoadingError ? (
        <ErrorState error={admin.active.error} title={t('admin.loadFailed')} onRetry={admin.active.refetch} />
      ) : !admin.fields ? (
        <TableSkeleton columns={5} />
      ) : admin.fields.length === 0 ? (
        <EmptyState glyph="columns" title={t('admin.none')} action={add} />
      ) : (
        <FieldTable
          fields={admin.fields}
          changes={changes}
          nameFieldId={collection?.IdDataFieldDataObjectName ?? null}
          onReorder={(ids) => void reorder(ids)}
          onEdit={(field) => setOpen({ what: 'edit', field })}
          menuOf={(field) => [
            { label: t('common:edit'), glyph: 'edit', action: () => setOpen({ what: 'edit', field }) },
            ...(isChanging(field)
              ? []
              : [
                  {
                    label: t('admin.changeType'),
                    glyph: 'swap' as const,
                    action: () => setOpen({ what: 'type', field }),
                  },
                  ...rewritesOf(field),
                  {
                    label: t('common:delete'),
                    glyph: 'trash' as const,
                    isSeparated: true,
                    action: () => remove(field),
                  },
                ]),
          ]}
        />
      )}
      {open?.what === 'new' && (
        <NewField
          teamId={teamId}
          dataCollectionId={dataCollectionId}
          onClose={close}
          onSaved={(field) => {
            close()
            toast.success(t('admin.created', { title: field.title }))
            void admin.refresh()
          }}
        />
      )}
      {open?.what === 'edit' && (
        <EditField
          key={open.field.id}
          teamId={teamId}
          dataCollectionId={dataCollectionId}
          field={open.field}
          onClose={close}
          onChangeType={() => setOpen({ what: 'type', field: open.field })}
          onSaved={(field) => {
            close()
            toast.success(t('admin.saved', { title: field.title }))
            void admin.refresh()
          }}
        />
      )}
      {open?.what === 'type' && (
        <ChangeType
          teamId={teamId}
          dataCollectionId={dataCollectionId}
          field={open.field}
          onClose={close}
          onBegun={() => void changes.refresh()}
          onChanged={() => void admin.refresh()}
        />
      )}
    </PageBody>
  )
}

function DeletedFields({ admin, onRestore }: { admin: FieldsAdmin; onRestore(field: DataField): void }) {
  const { t } = useTranslation(['fields', 'dataTypes', 'common'])
  const format = useFormat()
  const { data, isPending, error, refetch } = admin.deleted
  return (
    <>
      <p className={classes.note}>{t('admin.trashNote')}</p>
      <DataTable
        label={t('admin.deletedFields')}
        rows={data?.items}
        rowKey={(field) => field.id}
        isLoading={isPending}
        error={error}
        onRetry={refetch}
        empty={<EmptyState glyph="trash" title={t('admin.trashEmpty')} />}
        columns={[
          {
            key: 'title',
            title: t('admin.title'),
            render: (field) => field.title,
            sortBy: (field) => field.title,
          },
          {
            key: 'type',
            title: t('admin.dataType'),
            render: (field) => t(`dataTypes:name.${field.dataType}`),
            isMinor: true,
          },
          {
            key: 'deletedAt',
            title: t('admin.deletedAt'),
            render: (field) => field.deletedAt && format.relative(field.deletedAt),
            sortBy: (field) => field.deletedAt,
          },
          {
            key: 'restore',
            title: '',
            align: 'right',
            render: (field) => (
              <Button size="xs" variant="default" onClick={() => onRestore(field)}>
                {t('common:restore')}
              </Button>
            ),
          },
        ]}
      />
    </>
  )
}
