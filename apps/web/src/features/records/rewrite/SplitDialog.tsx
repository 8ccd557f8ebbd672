/** Splits the texts of a field into other fields, of which some may be new. */
import { Button, Select, TextInput } from '@mantine/core'
import type { RewriteBody } from '@muster/contract/records/records.schema'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, call } from '../../../lib/api.ts'
import { currentLanguage } from '../../../lib/i18n.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { refreshAtOnce } from '../../../lib/stale.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Glyph } from '../../../ui/Glyph.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import styles from '../../../ui/shared.module.css'
import { canSplit, fieldTitle } from '../../fields/public.ts'
import { useCan } from '../../teams/public.ts'
import { RejectedDialog } from './RejectedDialog.tsx'
import type { RewriteDialogProps } from './ReplaceDialog.tsx'
import classes from './Rewrite.module.css'
import { RewritePreview } from './RewritePreview.tsx'
import { ScopeSelect } from './ScopeSelect.tsx'
import { canTakePart } from './scopes.ts'
import { useApply, usePreview } from './use-apply.ts'

const separators = { comma: ',', semicolon: ';', space: ' ', line: '\n', other: '' } as const
type Separator = keyof typeof separators

/** What happens with a part: a column name, a new field, or nothing. */
const [isNew, isSkipped] = ['+', '-']
interface Part {
  /** For React. */
  key: number
  to: string | null
  title: string
}

const mostParts = 20

export function SplitDialog({ teamId, collection, fields, start, onAdded, onClose }: RewriteDialogProps) {
  const { t } = useTranslation(['records', 'common'])
  const canAdd = useCan()('team_admin_data_collections')
  const language = currentLanguage()
  const [scopeKey, setScopeKey] = useState(start.scope)
  const scope = start.scopes.find(({ key }) => key === scopeKey) ?? start.scopes[0]
  const sources = fields.filter(canSplit)
  const [source, setSource] = useState(
    () => (sources.find(({ columnName }) => columnName === start.field) ?? sources[0])?.columnName ?? null,
  )
  const [kind, setKind] = useState<Separator>('comma')
  const [own, setOwn] = useState('')
  const sourceField = sources.find(({ columnName }) => columnName === source)
  const sourceTitle = sourceField ? fieldTitle(sourceField, language) : ''
  const partOf = (key: number, to: string | null): Part => ({ key, to, title: '' })
  const [parts, setParts] = useState<readonly Part[]>(() =>
    [1, 2].map((key) => partOf(key, canAdd ? isNew : null)),
  )
  const [made, setMade] = useState<Readonly<Record<number, string>>>({})
  const separator = kind === 'other' ? own : separators[kind]
  const targets = fields.filter(canTakePart)
  const titleOf = (part: Part, at: number) => part.title.trim() || `${sourceTitle} ${at + 1}`
  const isWritten = parts.some(({ to }) => to !== null && to !== isSkipped)
  const isComplete = source !== null && separator !== '' && scope && parts.every(({ to }) => to !== null)
  const bodyOf = (into: (string | null)[]): RewriteBody | null =>
    isComplete && isWritten
      ? { split: { field: source, separator, into, language }, target: scope.target }
      : null
  const body = bodyOf(parts.map(({ to }) => (to === isNew || to === isSkipped ? null : to)))
  const previewed = usePreview(teamId, collection.id, body)
  const { apply, isBusy, rejected } = useApply(teamId, collection.id)
  const { preview, isStale } = previewed
  const isReady = body !== null && !isStale && (preview?.records ?? 0) > 0

  /** The fields that are new, once, however often the split itself is tried. */
  const withFields = async (): Promise<RewriteBody> => {
    const known = { ...made }
    const params = { teamId, dataCollectionId: collection.idHomeDataCollection }
    for (const [at, part] of parts.entries()) {
      if (part.to !== isNew || known[part.key]) continue
      const field = await call(api.collections.createField, {
        params,
        body: { title: titleOf(part, at), dataType: 'plain_text' },
      })
      known[part.key] = field.columnName
      setMade({ ...known })
      onAdded(field.columnName)
    }
    void refreshAtOnce(queryClient, api.collections.createField, params)
    const into = parts.map(({ key, to }) =>
      to === isNew ? (known[key] ?? null) : to === isSkipped ? null : to,
    )
    return bodyOf(into) as RewriteBody
  }
  const change = (key: number, more: Partial<Part>) =>
    setParts((now) => now.map((part) => (part.key === key ? { ...part, ...more } : part)))
  const visible = preview && {
    ...preview,
    changes: preview.changes.filter(({ part }) => parts[part]?.to !== isSkipped),
  }

  if (rejected.length > 0) {
    return (
      <RejectedDialog
        title={t('records:rewrite.split.title')}
        teamId={teamId}
        dataCollectionId={collection.id}
        rejected={rejected}
        count={rejected.length}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog title={t('records:rewrite.split.title')} onClose={onClose} width={640}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady || isBusy) return
          void apply(withFields).then((isDone) => isDone && onClose())
        }}
      >
        <div className={classes.pair}>
          <Select
            label={t('records:rewrite.split.field')}
            allowDeselect={false}
            data={sources.map((one) => ({ value: one.columnName, label: fieldTitle(one, language) }))}
            value={source}
            onChange={setSource}
          />
          <Select
            data-autofocus
            label={t('records:rewrite.split.at')}
            allowDeselect={false}
            data={(Object.keys(separators) as Separator[]).map((one) => ({
              value: one,
              label: t(`records:rewrite.split.separators.${one}`),
            }))}
            value={kind}
            onChange={(next) => setKind((next ?? 'comma') as Separator)}
          />
          {kind === 'other' && (
            <TextInput
              label={t('records:rewrite.split.own')}
              value={own}
              maxLength={20}
              onChange={(event) => setOwn(event.currentTarget.value)}
            />
          )}
        </div>
        <ScopeSelect scopes={start.scopes} value={scopeKey} onChange={setScopeKey} />
        <ol className={classes.parts}>
          {parts.map((part, at) => (
            <li key={part.key} className={classes.part}>
              <Select
                label={t('records:rewrite.split.part', { number: at + 1 })}
                placeholder={t('records:rewrite.split.choose')}
                searchable
                allowDeselect={false}
                data={[
                  ...(canAdd ? [{ value: isNew, label: t('records:rewrite.split.newField') }] : []),
                  { value: isSkipped, label: t('records:rewrite.split.skip') },
                  ...targets.map((one) => ({
                    value: one.columnName,
                    label: fieldTitle(one, language),
                    disabled: parts.some(({ key, to }) => key !== part.key && to === one.columnName),
                  })),
                ]}
                value={part.to}
                onChange={(to) => change(part.key, { to })}
              />
              {part.to === isNew && (
                <TextInput
                  label={t('records:rewrite.split.name')}
                  placeholder={titleOf({ ...part, title: '' }, at)}
                  value={part.title}
                  maxLength={100}
                  disabled={made[part.key] !== undefined}
                  onChange={(event) => change(part.key, { title: event.currentTarget.value })}
                />
              )}
              <IconButton
                glyph="close"
                label={t('records:rewrite.split.remove', { number: at + 1 })}
                disabled={parts.length <= 2}
                onClick={() => setParts((now) => now.filter(({ key }) => key !== part.key))}
              />
            </li>
          ))}
        </ol>
        <div>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<Glyph name="plus" size={14} />}
            disabled={parts.length >= mostParts}
            onClick={() =>
              setParts((now) => [
                ...now,
                partOf(Math.max(...now.map(({ key }) => key)) + 1, canAdd ? isNew : null),
              ])
            }
          >
            {t('records:rewrite.split.add')}
          </Button>
          <p className={styles.note}>{t('records:rewrite.split.rest')}</p>
        </div>
        <RewritePreview
          previewed={{ ...previewed, preview: visible }}
          fields={fields}
          titleOfPart={(at) => (parts[at] ? titleOf(parts[at], at) : '')}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isReady}>
            {t('records:rewrite.split.apply')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
