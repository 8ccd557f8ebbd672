/** …/data-collections/{id}/details: the settings of a collection, its name and avatar fields, deletion. */
import { Button, Select, Switch } from '@mantine/core'
import type { DataCollection } from '@muster/contract/collections/collections.schema'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { fieldErrorText, useErrorText, useFieldErrors } from '../../../lib/errors.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { confirm } from '../../../ui/confirm.ts'
import { FormActions, FormStack } from '../../../ui/FormField.tsx'
import { PageBody } from '../../../ui/Page.tsx'
import { SaveState, type SaveStateName } from '../../../ui/SaveState.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useSession } from '../../auth/public.ts'
import { fieldTitle, useCollections } from '../../fields/public.ts'
import { useTeamId, writtenCollectionsQuery } from '../../teams/public.ts'
import {
  type CollectionDraft,
  canNameRecords,
  canPictureRecords,
  checkCollectionDraft,
  collectionDraftOf,
  nameTaken,
} from '../collection-draft.ts'
import { CollectionFlags, CollectionNames, CollectionTranslations } from '../components/CollectionForm.tsx'
import { MembershipFilter } from '../components/MembershipFilter.tsx'
import { MembersKind } from '../components/MembersKind.tsx'
import { OrderSelect } from '../components/OrderSelect.tsx'
import { PriceInput } from '../components/PriceInput.tsx'
import { descendantCount, useCollectionAdmin } from '../use-collection-admin.ts'
import classes from './CollectionDetails.module.css'

export function CollectionDetails() {
  const teamId = useTeamId()
  const id = Number(useParams({ strict: false, select: (params) => params.dataCollectionId }))
  const collections = useCollections(teamId)
  // As written: the form edits these texts, whatever the reader's language.
  const { data } = useQuery(writtenCollectionsQuery(teamId))
  const collection = data?.dataCollection.find((one) => one.id === id)
  if (!collection) return null
  return <Details key={id} collection={collection} collections={collections} />
}

type Draft = CollectionDraft & {
  isSmartCollection: boolean
  recordsCanBePurchased: boolean
  /** Null: not offered to other teams; 0: free. */
  blueprintMarketplacePrice: number | null
  blueprintMarketplaceCurrency: string | null
  IdDataFieldDataObjectName: number | null
  IdDataFieldDataObjectAvatar: number | null
}

function draftOf(collection: DataCollection): Draft {
  const { isSmartCollection, recordsCanBePurchased, IdDataFieldDataObjectName, IdDataFieldDataObjectAvatar } =
    collection
  return {
    ...collectionDraftOf(collection),
    isSmartCollection,
    recordsCanBePurchased,
    blueprintMarketplacePrice: collection.blueprintMarketplacePrice,
    blueprintMarketplaceCurrency: collection.blueprintMarketplaceCurrency,
    IdDataFieldDataObjectName,
    IdDataFieldDataObjectAvatar,
  }
}

function Details({
  collection,
  collections,
}: {
  collection: DataCollection
  collections: readonly DataCollection[]
}) {
  const { t } = useTranslation(['collections', 'common', 'errors'])
  const format = useFormat()
  const navigate = useNavigate()
  const teamId = useTeamId()
  const session = useSession()
  const isSysAdmin = session.status === 'signedIn' && session.user.isSysAdmin
  const admin = useCollectionAdmin()
  const errorText = useErrorText()
  const fieldErrors = useFieldErrors()
  const [draft, setDraft] = useState(() => draftOf(collection))
  const [state, setState] = useState<SaveStateName>('idle')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const before = draftOf(collection)
  const changed = Object.fromEntries(
    Object.entries(draft).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key as keyof Draft]),
    ),
  )
  const isDirty = Object.keys(changed).length > 0
  const isRoot = collection.idHomeDataCollection === collection.id
  const home = collections.find((one) => one.id === collection.idHomeDataCollection)
  const parent = collections.find((one) => one.id === collection.idParentDataCollection)
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setErrors({})
    setState('idle')
  }

  const { blueprintMarketplacePrice: price, blueprintMarketplaceCurrency: currency } = draft
  const [isPriceValid, setPriceValid] = useState(true)
  const setPrice = (amount: number | null, named: string | null = null) =>
    set({ blueprintMarketplacePrice: amount, blueprintMarketplaceCurrency: amount ? named : null })

  const save = async () => {
    // What is wrong with it stands at its input.
    if (!isPriceValid && price !== null) return
    const wrong = Object.entries(checkCollectionDraft(draft, draft.isSmartCollection))
    setErrors(
      Object.fromEntries(wrong.map(([path, code]) => [path, fieldErrorText({ path, code }, t as never)])),
    )
    if (wrong.length > 0) return
    if (!(await isSureOfKind())) return
    setState('saving')
    try {
      await call(api.collections.update, {
        params: { teamId, dataCollectionId: collection.id },
        body: changed,
      })
      await admin.refresh()
      setState('saved')
    } catch (error) {
      const problems = nameTaken(error) ? { name: errorText(error) } : fieldErrors(error)
      setErrors(problems)
      setState('failed')
      if (Object.keys(problems).length === 0) toast.error(errorText(error))
    }
  }
  const count = collection.countDataObject === null ? null : format.number(collection.countDataObject)
  const isSureOfKind = async () => {
    if (draft.isSmartCollection === collection.isSmartCollection) return true
    return confirm({
      title: t(draft.isSmartCollection ? 'kind.toSmartTitle' : 'kind.toPlainTitle', {
        name: collection.pluralName,
      }),
      text: t(draft.isSmartCollection ? 'kind.toSmart' : 'kind.toPlain', { number: count ?? '–' }),
      confirmLabel: t(draft.isSmartCollection ? 'kind.makeSmart' : 'kind.makePlain'),
    })
  }
  const remove = async () => {
    const isGone = await admin.remove(collection, descendantCount(collections, collection.id))
    if (!isGone) return
    const list = collection.IsUsedAsCustomList ? 'custom-lists' : 'data-collections'
    await navigate({ to: `/team-${teamId}/admin/${list}` })
  }
  const fieldSelect = (key: 'IdDataFieldDataObjectName' | 'IdDataFieldDataObjectAvatar') => {
    const isName = key === 'IdDataFieldDataObjectName'
    const fields = collection.DataFields.filter(isName ? canNameRecords : canPictureRecords)
    return (
      <Select
        label={t(isName ? 'form.nameField' : 'form.avatarField')}
        description={t(isRoot ? (isName ? 'form.nameFieldHelp' : 'form.avatarFieldHelp') : 'form.setInHome', {
          name: home?.pluralName ?? '',
        })}
        placeholder={isName ? undefined : t(fields.length > 0 ? 'form.noAvatar' : 'form.noImageFields')}
        disabled={!isRoot}
        clearable={!isName}
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        allowDeselect={!isName}
        error={errors[key]}
        value={draft[key] === null ? null : String(draft[key])}
        data={fields.map((field) => ({ value: String(field.id), label: fieldTitle(field, format.language) }))}
        onChange={(value) => set({ [key]: value === null ? null : Number(value) })}
      />
    )
  }

  return (
    <PageBody>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FormStack>
          <CollectionNames draft={draft} onChange={set} errors={errors} isNew={false} />
          <CollectionTranslations draft={draft} onChange={set} />
          {fieldSelect('IdDataFieldDataObjectName')}
          {fieldSelect('IdDataFieldDataObjectAvatar')}
          {!isRoot && (
            <MembersKind
              isSmart={draft.isSmartCollection}
              was={{ isSmart: collection.isSmartCollection, count }}
              onChange={(isSmartCollection) =>
                set({
                  isSmartCollection,
                  membershipDataFilter: isSmartCollection ? collection.membershipDataFilter : null,
                  ...(isSmartCollection && draft.membershipOrder === 'manual' && { membershipOrder: null }),
                })
              }
            />
          )}
          {draft.isSmartCollection && (
            <MembershipFilter
              dataCollectionId={collection.idParentDataCollection ?? collection.idHomeDataCollection}
              value={draft.membershipDataFilter}
              errors={errors}
              onChange={(membershipDataFilter) => set({ membershipDataFilter })}
            />
          )}
          <OrderSelect
            fields={collection.DataFields}
            canBeManual={!isRoot && !draft.isSmartCollection}
            value={draft.membershipOrder}
            error={errors.membershipOrder}
            onChange={(membershipOrder) => set({ membershipOrder })}
          />
          <CollectionFlags draft={draft} onChange={set} hasBlueprintFlag={isRoot} />
          {draft.isBlueprint && isSysAdmin && (
            <Switch
              label={t('blueprint.isOffered')}
              description={t('blueprint.isOfferedHelp')}
              checked={price !== null}
              onChange={(event) => setPrice(event.currentTarget.checked ? 0 : null)}
            />
          )}
          {draft.isBlueprint && isSysAdmin && price !== null && (
            <PriceInput
              label={t('blueprint.price')}
              help={t('blueprint.priceHelp')}
              value={price > 0 && currency !== null ? { amount: price, currency } : null}
              error={errors.blueprintMarketplacePrice ?? errors.blueprintMarketplaceCurrency}
              onChange={(money, isValid) => {
                setPriceValid(isValid)
                setPrice(money?.amount ?? 0, money?.currency)
              }}
            />
          )}
          <Switch
            label={t('form.recordsCanBePurchased')}
            description={t('form.recordsCanBePurchasedHelp')}
            checked={draft.recordsCanBePurchased}
            onChange={(event) => set({ recordsCanBePurchased: event.currentTarget.checked })}
          />
          <dl className={classes.facts}>
            {parent && (
              <div>
                <dt>{t('form.parent')}</dt>
                <dd>{parent.pluralName}</dd>
              </div>
            )}
            <div>
              <dt>{t('form.tableName')}</dt>
              <dd className={classes.mono}>{collection.tableName}</dd>
            </div>
            <div>
              <dt>{t('common:created')}</dt>
              <dd>{format.date(collection.createdAt)}</dd>
            </div>
          </dl>
          <FormActions>
            <Button type="submit" disabled={!isDirty} loading={state === 'saving'}>
              {t('common:saveChanges')}
            </Button>
            {isDirty && (
              <Button variant="default" onClick={() => set(before)}>
                {t('common:cancel')}
              </Button>
            )}
            <SaveState state={isDirty && state === 'saved' ? 'idle' : state} onRetry={() => void save()} />
          </FormActions>
        </FormStack>
      </form>
      {!collection.IsInternalConfiguration && (
        <section className={classes.danger}>
          <div>
            <h2>{t(collection.IsUsedAsCustomList ? 'delete.confirmList' : 'delete.confirm')}</h2>
            <p>{t('delete.note')}</p>
          </div>
          <Button variant="default" onClick={() => void remove()}>
            {t('common:delete')}
          </Button>
        </section>
      )}
    </PageBody>
  )
}
