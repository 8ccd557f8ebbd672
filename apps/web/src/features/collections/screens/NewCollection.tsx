/** /team-{id}/admin/new-data-collection: a collection of its own, or one within another. */
import { Button, Input, SegmentedControl, Select } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { fieldErrorText, useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { toast } from '../../../ui/toasts.ts'
import { inTreeOrder, useCollections } from '../../fields/public.ts'
import { useTeamId } from '../../teams/public.ts'
import { checkCollectionDraft, nameTaken, newCollectionDraft } from '../collection-draft.ts'
import { CollectionFlags, CollectionNames } from '../components/CollectionForm.tsx'
import { FromBlueprint } from '../components/FromBlueprint.tsx'
import { MembershipFilter } from '../components/MembershipFilter.tsx'
import { MembersKind } from '../components/MembersKind.tsx'
import { useCollectionAdmin } from '../use-collection-admin.ts'

/** Initial settings; order and blueprint are set later. */
function newBody({ isBlueprint: _, membershipOrder: __, ...draft }: typeof newCollectionDraft) {
  return draft
}

const starts = ['nothing', 'file', 'blueprint'] as const
type Start = (typeof starts)[number]

export function NewCollection() {
  const { t } = useTranslation(['collections', 'common', 'errors'])
  const teamId = useTeamId()
  const navigate = useNavigate()
  const { refresh } = useCollectionAdmin()
  const search: { parent?: unknown } = useSearch({ strict: false })
  const [start, setStart] = useState<Start>('nothing')
  const base = `/team-${teamId}`
  const made = async ({ id, pluralName, idParentDataCollection }: DataCollection) => {
    await refresh()
    toast.success(t('form.created', { name: pluralName }))
    if (start === 'file') return navigate({ to: `${base}/data-collections/${id}/import` as '/' })
    // A new root has hardly any fields yet; a child has its parent's.
    const tab = idParentDataCollection === null ? 'data-fields' : 'details'
    return navigate({ to: `${base}/admin/data-collections/${id}/${tab}` as '/' })
  }
  const cancel = (
    <Button variant="default" component={AppLink} href={`${base}/admin/data-collections`}>
      {t('common:cancel')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('form.new')} glyph="table" />
      <PageBody>
        <Input.Wrapper
          label={t('start.label')}
          labelElement="div"
          description={t(`start.${start}Help`)}
          mb="md"
          maw={560}
        >
          <SegmentedControl
            aria-label={t('start.label')}
            fullWidth
            value={start}
            onChange={(next) => setStart(next as Start)}
            data={starts.map((one) => ({ value: one, label: t(`start.${one}`) }))}
          />
        </Input.Wrapper>
        {start === 'blueprint' ? (
          <FromBlueprint teamId={teamId} cancel={cancel} onMade={made} />
        ) : (
          <Own teamId={teamId} parent={Number(search.parent) || null} cancel={cancel} onMade={made} />
        )}
      </PageBody>
    </>
  )
}

/** With names and settings of its own. */
function Own({
  teamId,
  parent,
  cancel,
  onMade,
}: {
  teamId: number
  parent: number | null
  cancel: React.ReactNode
  onMade(collection: DataCollection): unknown
}) {
  const { t } = useTranslation(['collections', 'common', 'errors'])
  const collections = useCollections(teamId)
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [draft, setDraft] = useState(newCollectionDraft)
  const [parentId, setParentId] = useState<number | null>(parent)
  const [wantsSmart, setSmart] = useState(false)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const isSmart = parentId !== null && wantsSmart
  const parents = collections.filter((one) => !one.IsUsedAsCustomList)

  const create = async () => {
    const wrong = Object.entries(checkCollectionDraft(draft, isSmart))
    setErrors(
      Object.fromEntries(wrong.map(([path, code]) => [path, fieldErrorText({ path, code }, t as never)])),
    )
    if (wrong.length > 0) return
    setBusy(true)
    try {
      const made = await call(api.collections.create, {
        params: { teamId },
        body: {
          ...newBody(draft),
          name: draft.name.trim(),
          pluralName: draft.pluralName.trim(),
          idParentDataCollection: parentId,
          isSmartCollection: isSmart,
          membershipDataFilter: isSmart ? draft.membershipDataFilter : null,
        },
      })
      await onMade(made)
    } catch (error) {
      const problems = nameTaken(error) ? { name: errorText(error) } : fieldErrors(error)
      setErrors(problems)
      if (Object.keys(problems).length === 0) toast.error(errorText(error))
      setBusy(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <FormStack>
        <CollectionNames draft={draft} onChange={setDraft} errors={errors} isNew />
        <Select
          label={t('form.parent')}
          description={t('form.parentHelp')}
          placeholder={t('form.noParent')}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          nothingFoundMessage={t('common:noResults')}
          error={errors.idParentDataCollection}
          value={parentId === null ? null : String(parentId)}
          data={inTreeOrder(parents).map(({ collection, depth }) => ({
            value: String(collection.id),
            label: `${'\u2003'.repeat(depth)}${collection.pluralName}`,
          }))}
          onChange={(value) => {
            setParentId(value === null ? null : Number(value))
            setDraft({ ...draft, membershipDataFilter: null })
          }}
        />
        {parentId !== null && <MembersKind isSmart={isSmart} onChange={setSmart} />}
        {isSmart && (
          <MembershipFilter
            key={parentId}
            dataCollectionId={parentId}
            value={draft.membershipDataFilter}
            errors={errors}
            onChange={(membershipDataFilter) => setDraft({ ...draft, membershipDataFilter })}
          />
        )}
        <CollectionFlags draft={draft} onChange={setDraft} />
        <FormActions>
          <Button type="submit" loading={isBusy}>
            {t('form.create')}
          </Button>
          {cancel}
        </FormActions>
      </FormStack>
    </form>
  )
}
